"""Check the dice of one line of a log: python verify_roll.py game.jsonl LINE [LABEL].

LINE counts from 0; `pbem roll LABEL` names it. For logs in which no chain, seat or host was
replaced up to that line.
"""

import hashlib, json, pathlib, sys  # noqa: E401, I001


def T(*fields):  # noqa: N802 - the name it has in the protocol
    return hashlib.sha256(("pbem1 " + "\n".join(map(str, fields)) + "\n").encode()).hexdigest()


def throw(seed, label, sides):
    for block in range(300):  # enough for the longest list of dice
        for byte in bytes.fromhex(T("dice", seed, label, f"d{sides}", block)):
            if byte < 256 - 256 % sides:
                yield byte % sides + 1


def stop(kind, error, _):
    why = f"Nothing was checked ({kind.__name__}: {error})"[:200]
    print(f"{why}. Give these words, and a whole log:\n{__doc__}", file=sys.stderr)


sys.excepthook = stop
log = [json.loads(line)["signed"] for line in pathlib.Path(sys.argv[1]).read_bytes().splitlines()]
invite, dice = log[0]["invite"]["signed"], log[int(sys.argv[2])]["dice"]
game, n, links = invite["game"], dice["segment"], dice["links"]
tips = {join["signed"]["seat"]: join["signed"]["tip"] for join in log[0]["joins"]}
salt = T("salt", game, *(f"{seat}={tips[seat]}" for seat in sorted(tips)))
seed = T("seed", game, n, salt, *(f"{party}={links[party]}" for party in sorted(links)))
rolls = {roll["label"]: (roll["sides"], roll["values"]) for roll in dice["rolls"]}
checks = [("each label once", len(rolls) == len(dice["rolls"]))]
checks += [("salt", salt == log[0]["salt"]), ("seed", seed == dice["seed"])]
for party, x in links.items():
    for i in range(min(n, 65536), 0, -1):
        x = T("link", game, party, i, x)  # noqa: PLW2901
    checks.append((f"link {n} of {party}", x == tips.get(party, invite["host"]["tip"])))
for label in sys.argv[3:] or rolls:
    sides, values = rolls[label]
    thrown = [die for die, _ in zip(throw(seed, label, sides), values)]  # noqa: B905
    checks.append((f"{label}: {values}", thrown == values))
print("\n".join(("right " if good else "WRONG ") + what for what, good in checks))
sys.exit(not all(good for _, good in checks))
