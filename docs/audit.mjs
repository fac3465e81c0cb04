// A second opinion: audits the history of a game without running its rules.
//
//     node docs/audit.mjs game.jsonl
//
// Written from docs/trust-protocol.md alone, for Node 18 or newer, without any other package. It
// checks of every line: canonical bytes, form, signatures of the host and of every document in it,
// order, time, what may stand where, who gives links, links down to the published tips, salts,
// seeds, every die, segment numbers, held receipts against the texts opened later, keys, votes.
// It does not check what only the rules can tell: states, events, questions, which standing orders
// were consulted, whether a roll was due, and when a step is over, so that its held documents must
// have been opened (they must by the end of the game). Section numbers are those of the protocol.
// Exit code: 0 nothing found, 1 a fault (its line, code and a sentence are printed), 2 no such file.

import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";

class Fault extends Error {
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}
const need = (holds, code, text) => {
  if (!holds) throw new Fault(code, text);
};

// ---- bytes (section 2) ---------------------------------------------------------------------------

const sha = (data) => createHash("sha256").update(data).digest("hex");
const T = (tag, ...fields) => sha(["pbem1 " + tag, ...fields, ""].join("\n"));
const isObject = (v) => typeof v === "object" && v !== null && !Array.isArray(v);
const FORBIDDEN =
  /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\p{Cs}\p{NChar}]/u;

function canonical(v) {
  if (Array.isArray(v)) return "[" + v.map(canonical).join(",") + "]";
  if (!isObject(v)) return JSON.stringify(v);
  return "{" + Object.keys(v).sort().map((k) => JSON.stringify(k) + ":" + canonical(v[k])).join(",") + "}";
}
const digest = (v) => sha(canonical(v));

function profile(v, depth) {
  need(v !== null, "J06", "null is not used here");
  if (typeof v === "number") {
    need(Number.isInteger(v), "J04", `${v} is not a whole number`);
    need(Number.isSafeInteger(v), "J05", "a number is too large");
  } else if (typeof v === "string") {
    need(!FORBIDDEN.test(v), "J08", "a text holds a forbidden character");
  } else if (typeof v === "object") {
    need(depth < 16 && Object.keys(v).length <= 4096, "J07", "too deep, or too many items");
    if (!Array.isArray(v))
      for (const name of Object.keys(v)) need(/^[!#-[\]-~]{1,64}$/.test(name), "J10", `bad name ${name}`);
    Object.values(v).forEach((inner) => profile(inner, depth + 1));
  }
}

function readLine(bytes) {
  need(bytes.length <= 4194304, "J01", "the line is too long");
  let text, value;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw new Fault("J02", "the line is not JSON in UTF-8");
  }
  need(isObject(value), "J06", "the line is not an object");
  profile(value, 0);
  need(canonical(value) === text, "L01", "the line is not the canonical form of what it says");
  return value;
}

// ---- forms (sections 2.6, 4 and 5) -----------------------------------------------------------------

const matches = (pattern) => (v) => typeof v === "string" && pattern.test(v);
const number = (low, high) => (v) => Number.isInteger(v) && v >= low && v <= high;
const words = (...all) => (v) => all.includes(v);
const list = (form, most = 4096) => (v) => Array.isArray(v) && v.length <= most && v.every((item) => fits(item, form));
const text = (least, most) => (v) => typeof v === "string" && [...v].length >= least && [...v].length <= most;
const bool = (v) => typeof v === "boolean";
const hex = matches(/^[0-9a-f]{64}$/);
const party = matches(/^[a-z][a-z0-9-]{0,23}$/);
const id = matches(/^[A-Za-z0-9][A-Za-z0-9._:/#+-]{0,79}$/);
const time = (v) => typeof v === "string" && /^\d{4}(-\d\d){2}T\d\d(:\d\d){2}Z$/.test(v) && new Date(v).toJSON() === v.replace("Z", ".000Z");
const [segment, name, why, length] = [number(1, 1e6), text(1, 60), text(1, 2000), number(1, 65536)];
const link = { n: segment, x: hex };
const ask = { id, seat: party, kind: id, dice: bool, "hours?": number(1, 2160), "data?": (v) => isObject(v) && canonical(v).length <= 8192 };
const chair = { seat: party, "name?": name, "side?": party, "powers?": list(id) };
const keeper = { key: hex, tip: hex, length, "name?": name, "seat?": party, "box?": hex };
const consentWord = words("host", "majority", "all");
const proof = { "motion?": isObject, "votes?": list(isObject) };
const rolls = list({ label: text(0, 4096), sides: number(0, 1e6), values: list(number(1, 256)) });
const opening = { state: hex, asks: list(ask), next: segment, "due?": time };

const DOCUMENTS = {
  invite: {
    time, host: keeper, seats: list(chair, 12), policy: words("host", "actor", "all"), options: isObject, "note?": text(0, 2000),
    module: { id: matches(/^[a-z0-9-]{1,32}$/), version: matches(/^\d+\.\d+\.\d+$/), data: hex },
    consent: { correct: consentWord, seat: consentWord, host: words("majority", "all"), end: consentWord },
    deadline: { hours: number(1, 2160), release_hours: number(1, 2160), on_release: words("wait", "skip") },
  },
  join: { invite: hex, seat: party, key: hex, tip: hex, length, "name?": name, "base?": number(0, 1e6) },
  orders: { seat: party, head: hex, ask: id, rev: number(1, 999), orders: list(isObject, 500), "link?": link, "note?": text(0, 2000) },
  standing: { seat: party, head: hex, "topic?": id, rev: number(1, 9999), policies: list(isObject, 200), "note?": text(0, 2000) },
  release: { seat: party, lock: hex, link },
  rekey: { seat: party, head: hex, "key?": hex, "chain?": { tip: hex, length, base: number(0, 1e6) } },
  concede: { seat: party, head: hex, "note?": text(0, 2000) },
  motion: { seat: party, head: hex, kind: words("correct", "seat", "host", "end"), detail: isObject, why },
  vote: { seat: party, head: hex, motion: hex, yes: bool, nonce: hex },
};
const ENTRIES = {
  genesis: { invite: isObject, joins: list(isObject, 12), salt: hex, ...opening },
  receive: { "doc?": isObject, "held?": { digest: hex, type: words("orders", "standing"), seat: party, "ask?": id, "topic?": id, rev: number(1, 9999) } },
  refuse: { digest: hex, "seat?": party, code: matches(/^[A-Z]\d\d$/), why },
  default: { seat: party, why: words("deadline", "vacant", "conceded"), "ask?": id, "segment?": segment },
  lock: { segment, inputs: list(hex), parties: list(party) },
  resolve: {
    inputs: list(hex), "opened?": list(isObject), "burn?": segment, ...opening, events: hex, "out?": list(party), "over?": isObject,
    "dice?": { segment, links: (v) => isObject(v) && Object.entries(v).every(([p, x]) => party(p) && hex(x)), seed: hex, rolls },
  },
  seat: { seat: party, "join?": isObject, "vacate?": words(true), ...proof, why, next: segment, "due?": time },
  host: { host: { ...keeper, base: number(0, 1e6) }, ...proof, salt: hex, next: segment, "due?": time },
  correct: { kind: words("rewind", "patch", "ruling"), "to?": number(0, 1e6), "patch?": list(isObject, 200), "options?": isObject, ...opening, "opened?": list(isObject), ...proof, why },
  pause: { why },
  resume: { why, "due?": time },
  remark: { text: text(0, 2000) },
  end: { result: isObject, why: words("victory", "concession", "motion", "abandoned"), ...proof, "opened?": list(isObject) },
};
const GAME = matches(/^(?=.{1,48}$)[a-z][a-z0-9]*(-[a-z0-9]+)*-[0-9a-f]{8}$/);

function fits(v, form) {
  if (typeof form === "function") return form(v);
  const known = new Map(Object.entries(form).map(([k, inner]) => [k.replace("?", ""), inner]));
  return isObject(v) && Object.keys(v).every((k) => known.has(k) && fits(v[k], known.get(k)))
    && Object.keys(form).every((k) => k.endsWith("?") || Object.hasOwn(v, k));
}

/** Checks envelope and form; returns the type, for which `forms` has an entry. */
function checkEnvelope(envelope, forms, unknown) {
  const { signed, signatures } = envelope;
  need(Object.keys(envelope).length === 2 && isObject(signed) && Array.isArray(signatures)
    && signatures.length >= 1 && signatures.length <= 8
    && signatures.every((s) => isObject(s) && Object.keys(s).sort().join() === "key,sig"), "S01", "the envelope is malformed");
  need(signatures.every((s) => hex(s.key) && matches(/^[0-9a-f]{128}$/)(s.sig)), "S02", "a key or signature is not written in small hexadecimal digits");
  need(signatures.every((s, i) => i === 0 || signatures[i - 1].key < s.key), "S03", "signatures are not sorted, or a key signs twice");
  need(Object.hasOwn(forms, signed.type), unknown, `unknown type ${signed.type}`);
  const common = forms === ENTRIES ? { seq: number(0, 1e6), prev: hex, time } : {};
  need(fits(signed, { v: words(1), type: words(signed.type), game: GAME, ...common, ...forms[signed.type] }), "J09", `the ${signed.type} does not fit its form`);
  return signed.type;
}

// ---- signatures (section 2.4) -----------------------------------------------------------------------

const P = 2n ** 255n - 19n;
const TORSION = ["26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"];

function weak(key) {
  const bytes = Buffer.from(key, "hex").reverse();
  bytes[0] &= 0x7f;
  const y = BigInt("0x" + bytes.toString("hex"));
  const sameY = (other) => key.slice(0, 62) === other.slice(0, 62) && (parseInt(key.slice(62), 16) & 0x7f) === (parseInt(other.slice(62), 16) & 0x7f);
  return y >= P || y <= 1n || y === P - 1n || TORSION.some(sameY);
}

function holds(key, sig, signed) {
  try {
    const jwk = { kty: "OKP", crv: "Ed25519", x: Buffer.from(key, "hex").toString("base64url") };
    return verify(null, Buffer.from("pbem1 sign\n" + canonical(signed)), createPublicKey({ key: jwk, format: "jwk" }), Buffer.from(sig, "hex"));
  } catch {
    return false; // not a point of the curve
  }
}

function checkSignatures(envelope, ...keys) {
  const found = envelope.signatures.map((s) => s.key);
  need(found.every((key) => keys.includes(key)), "S04", "signed by a key that is not expected");
  need(keys.every((key) => found.includes(key)), "S06", "an expected signature is missing");
  need(envelope.signatures.every((s) => holds(s.key, s.sig, envelope.signed)), "S05", "a signature does not verify");
}

// ---- dice (section 3) --------------------------------------------------------------------------------

function dice(seed, label, sides, count) {
  const values = [];
  for (let block = 0; values.length < count; block++)
    for (const byte of Buffer.from(T("dice", seed, label, "d" + sides, block), "hex"))
      if (byte < 256 - (256 % sides) && values.length < count) values.push((byte % sides) + 1);
  return values;
}

class Chain {
  constructor(game, owner, { tip, length, base = 0 }) {
    Object.assign(this, { game, owner, base, last: base + length, known: [tip] }); // known[i]: link base+i
  }
  accept(n, x) {
    need(n <= this.last, "C10", `the chain of ${this.owner} is used up`);
    const links = [];
    for (let i = n, y = x; ; y = T("link", this.game, this.owner, i, y), i--) {
      if (i - this.base < this.known.length) {
        need(this.known[i - this.base] === y, "C04", `link ${n} of ${this.owner} does not hash to what was promised`);
        break;
      }
      links.unshift(y);
    }
    this.known.push(...links);
  }
}

// ---- the game as far as the lines tell (sections 5, 6.3 and 8) -----------------------------------------

const seconds = (t) => Date.parse(t) / 1000;
const same = (a, b) => canonical(a) === canonical(b);

class Game {
  heads = [];
  phase = "NEW";
  paused = null;
  parties = new Map(); // party: {key, chains}
  words = new Set(); // all keys and tips ever used
  places = new Map(); // head: line
  logged = new Set();
  refused = new Set();
  used = new Set(); // digests of all inputs so far
  receipts = new Map(); // digest: what stands in the log about orders and standing documents
  revs = new Map(); // seat and topic: highest rev of a standing document
  motions = new Map();
  inactive = new Set();
  leaving = new Set();
  excused = new Set();
  counts = { documents: 0, segments: 0, rolls: 0 };

  line(bytes) {
    const envelope = readLine(bytes);
    const type = checkEnvelope(envelope, ENTRIES, "L04");
    const entry = envelope.signed;
    if (type === "genesis") checkEnvelope(entry.invite, { invite: DOCUMENTS.invite }, "J09");
    need(type === "genesis" || this.phase !== "NEW", "L05", "the first line is not a genesis");
    checkSignatures(envelope, type === "genesis" ? entry.invite.signed.host.key : type === "host" ? entry.host.key : this.parties.get("host").key);
    need(this.phase === "NEW" || entry.game === this.game, "D01", "the line belongs to another game");
    need(entry.seq === this.heads.length, "L02", `the line says it is number ${entry.seq}`);
    need(entry.prev === (this.heads.at(-1) ?? "0".repeat(64)), "L03", "prev is not the head of the line before");
    need(type === "host" || this.heads.length === 0 || entry.time >= this.time, "L10", "time goes back");
    this.allowed(type, entry);
    this.dueInTime(entry);
    this.time = entry.time;
    this[type](entry);
    this.places.set(sha(bytes), this.heads.length);
    this.heads.push(sha(bytes));
  }

  allowed(type, entry) {
    const phases = { genesis: "NEW", receive: "OPEN LOCKED RELOCK OVER", refuse: "OPEN LOCKED RELOCK OVER", remark: "OPEN LOCKED RELOCK OVER", default: "OPEN LOCKED", lock: "OPEN RELOCK", resolve: "OPEN LOCKED", seat: "OPEN LOCKED RELOCK", host: "OPEN LOCKED RELOCK OVER", correct: "OPEN LOCKED RELOCK OVER", pause: "OPEN LOCKED RELOCK", resume: "OPEN LOCKED RELOCK", end: "OPEN LOCKED RELOCK OVER" };
    need(phases[type].split(" ").includes(this.phase), "L05", `a ${type} is not allowed while the game is ${this.phase}`);
    if (["default", "pause"].includes(type)) need(this.paused === null, "L05", "the game is paused");
    if (type === "resume") need(this.paused !== null, "L05", "the game is not paused");
    if (type === "lock") need(this.policy === "all", "L05", "a lock belongs to the policy all");
    if (type === "resolve" && this.policy === "all") need((this.phase === "LOCKED") === ("dice" in entry), "L05", "under policy all dice need a lock, and a lock dice");
    if (type === "end" && this.phase !== "OVER") need(entry.why !== "victory", "L05", "the rules have not ended the game");
  }

  dueInTime(entry) {
    if (!("due" in entry)) return;
    const terms = (entry.invite ?? this.invite).signed.deadline.hours;
    const asks = entry.asks ?? this.asks;
    let earliest = seconds(entry.time) + 3600 * Math.max(0, ...asks.map((a) => a.hours ?? terms));
    if (entry.type === "resume") earliest = this.due === undefined ? 0 : seconds(this.due) + seconds(entry.time) - this.paused;
    need(seconds(entry.due) >= earliest, "L11", "the deadline is earlier than was promised");
  }

  introduce(...texts) {
    for (const word of texts) {
      need(!this.words.has(word), "D11", "a key or tip was used before");
      this.words.add(word);
    }
  }
  strong(key) {
    need(!weak(key), "S07", "a weak public key");
  }
  chain(who, n) {
    return this.parties.get(who).chains.findLast((chain) => chain.base < n) ?? need(false, "C04", `${who} has no chain for number ${n}`);
  }
  active() {
    return [...this.parties.keys()].filter((p) => p !== "host" && !this.inactive.has(p));
  }

  /** Opens the asks anew; `asks` are those that stand in the line, where there are any. */
  open(entry) {
    this.asks = entry.asks ?? this.asks;
    this.due = entry.due;
    this.next = entry.next;
    this.opening = this.heads.length;
    this.answers = new Map(); // ask: receipt
    this.defaulted = new Set();
    this.sent = new Set(); // seats whose link `next` is known to have come
    this.lockLine = null;
    this.phase = "over" in entry ? "OVER" : "OPEN";
    this.over = entry.over;
  }

  genesis(entry) {
    const { invite, joins } = entry;
    const terms = invite.signed;
    this.game = entry.game;
    this.invite = invite;
    this.policy = terms.policy;
    this.sides = new Map(terms.seats.map((s) => [s.seat, s.side ?? s.seat]));
    checkSignatures(invite, terms.host.key);
    need(terms.game === this.game, "D01", "the invitation is for another game");
    need(!("seat" in terms.host) || (terms.policy === "all" && terms.deadline.on_release === "wait"), "D09", "a host who plays needs the policy all, and must wait for releases");
    this.strong(terms.host.key);
    this.introduce(terms.host.key, terms.host.tip);
    this.parties.set("host", { key: terms.host.key, chains: [new Chain(this.game, "host", terms.host)] });
    joins.forEach((join) => checkEnvelope(join, { join: DOCUMENTS.join }, "J09"));
    need(same(joins.map((j) => j.signed.seat), terms.seats.map((s) => s.seat)), "L07", "the joins are not those of the invited seats");
    joins.forEach((join) => this.join(join));
    need(entry.salt === T("salt", this.game, ...joins.map((j) => `${j.signed.seat}=${j.signed.tip}`)), "C05", "the salt is wrong");
    need(entry.next === 1, "C01", "the first segment is number 1");
    this.open(entry);
    this.salt = entry.salt;
  }

  join(join) {
    const signed = join.signed;
    need(signed.game === this.game, "D01", "a join for another game");
    checkSignatures(join, signed.key);
    need(signed.invite === digest(this.invite), "D03", "a join for another invitation");
    this.strong(signed.key);
    this.introduce(signed.key, signed.tip);
    const chains = this.parties.get(signed.seat)?.chains ?? [];
    this.parties.set(signed.seat, { key: signed.key, chains: [...chains, new Chain(this.game, signed.seat, signed)] });
    this.counts.documents++;
  }

  receive(entry) {
    need("doc" in entry !== "held" in entry, "J09", "a receive has either doc or held");
    if ("doc" in entry) this.document(entry.doc);
    else {
      const { held } = entry;
      need((held.type === "orders") === "ask" in held && !("ask" in held && "topic" in held), "J09", "the receipt does not fit its type");
      this.seatIsActive(held.seat);
      this.unknown(held.digest);
      this.take(held, held.digest, { held: true });
    }
  }

  seatIsActive(seat) {
    need(this.parties.has(seat) && seat !== "host" && !(this.inactive.has(seat) && !this.leaving.has(seat)), "D02", `no active seat ${seat}`);
  }

  /** Checks 3 to 9 of section 6.1. */
  document(doc) {
    const type = checkEnvelope(doc, DOCUMENTS, "J09");
    const signed = doc.signed;
    need(type !== "invite" && type !== "join", "J09", `a ${type} is not received in a game`);
    need(signed.game === this.game, "D01", "the document belongs to another game");
    if (!(signed.seat === "host" && ["rekey", "motion"].includes(type))) this.seatIsActive(signed.seat);
    checkSignatures(doc, this.parties.get(signed.seat).key, ...("key" in signed ? [signed.key] : []));
    if (type === "rekey" && "key" in signed) this.strong(signed.key);
    const fresh = type === "rekey" ? [signed.key, signed.chain?.tip].filter(Boolean) : [];
    need(fresh.every((word) => !this.words.has(word)) && new Set(fresh).size === fresh.length, "D11", "a key or tip was used before");
    this.unknown(digest(doc));
    if ("head" in signed) need(this.places.has(signed.head), "D04", "head is not a line of this log");
    if (type === "release") this.release(signed);
    else if (type === "rekey") this.rekey(signed, fresh);
    else if (type === "concede") this.concede(signed);
    else if (type === "motion") this.motions.set(digest(doc), doc);
    else if (type !== "vote") this.take(signed, digest(doc), { held: false });
    this.logged.add(digest(doc));
    this.counts.documents++;
  }

  /** Orders or a standing document, open or held. */
  take(signed, hash, { held }) {
    const receipt = { ...signed, hash, held, line: this.heads.length, key: this.parties.get(signed.seat).key, next: this.next, policy: this.policy };
    if (signed.type === "orders") this.answer(signed, receipt, held);
    else {
      const topic = `${signed.seat} ${signed.topic ?? ""}`;
      need(this.phase === "OPEN" || this.phase === "LOCKED" || this.phase === "RELOCK", "L05", "the game is over");
      need(signed.rev > (this.revs.get(topic) ?? 0), "D07", "rev is not higher than the one received");
      this.revs.set(topic, signed.rev);
    }
    this.logged.add(hash);
    this.receipts.set(hash, receipt);
  }

  answer(signed, receipt, held) {
    need(this.phase === "OPEN" || this.phase === "RELOCK", "L05", `orders are not allowed while the game is ${this.phase}`);
    const question = this.asks.find((a) => a.id === signed.ask && a.seat === signed.seat);
    need(question, "D05", "no such open ask for this seat");
    const several = new Set(this.asks.map((a) => a.seat)).size > 1;
    need(held || !several, "L05", "while several seats are asked, orders must be held");
    const hostSeat = this.invite.signed.host.seat;
    if (!held) this.fresh(signed, signed.seat === hostSeat ? this.heads.length - 1 : this.opening);
    const before = this.answers.get(signed.ask);
    need(signed.rev > (before?.rev ?? 0), "D07", "rev is not higher than the one received");
    need(this.phase === "OPEN" && !this.defaulted.has(signed.ask) && !before?.final, "D10", "the answers are locked, or this one is final");
    Object.assign(receipt, { question, alone: this.asks.length === 1, opening: this.opening, own: signed.seat === hostSeat });
    if (!held) this.linkOf(signed, receipt);
    receipt.final = this.policy === "all" && ("link" in signed || (held && several && signed.seat === hostSeat));
    this.answers.set(signed.ask, receipt);
  }

  fresh(signed, opening) {
    need(this.places.get(signed.head) >= opening, "D06", "written before this question was asked");
  }

  /** The link rules of 3.5 for orders, as of their receipt. */
  linkOf(signed, { question, alone, next, policy }) {
    const has = "link" in signed;
    const must = policy === "actor" && question.dice;
    need(has ? must || (policy === "all" && alone && question.dice) : !must, "C03", "a link is missing, or not allowed here");
    if (!has) return;
    need(signed.link.n === next, "C02", `the link is number ${signed.link.n}, next is ${next}`);
    this.chain(signed.seat, signed.link.n).accept(signed.link.n, signed.link.x);
    if (next === this.next) this.sent.add(signed.seat);
  }

  release(signed) {
    need(this.phase === "LOCKED", "L05", "there is no lock to release links for");
    need(this.lockLine.parties.includes(signed.seat) && !this.sent.has(signed.seat), "L05", `no link of ${signed.seat} is missing`);
    need(signed.link.n === this.next, "C02", `the link is number ${signed.link.n}, next is ${this.next}`);
    this.chain(signed.seat, signed.link.n).accept(signed.link.n, signed.link.x);
    need(signed.lock === this.heads[this.lockLine.line], "C06", "a release for another lock");
    this.sent.add(signed.seat);
  }

  rekey(signed, fresh) {
    need("key" in signed || ("chain" in signed && signed.seat !== "host"), "J09", "a rekey brings a key, or a chain of a seat");
    const owner = this.parties.get(signed.seat);
    if ("chain" in signed) {
      const { base } = signed.chain;
      need(this.phase !== "OVER" && signed.seat !== "host", "L05", "no chain may be changed here");
      const newest = owner.chains.at(-1);
      need(base >= this.next && base <= this.next + 100 && base <= newest.last && !(owner.chains.length > 1 && newest.base >= this.next), "C11", "a wrong base, or another chain waits");
      owner.chains.push(new Chain(this.game, signed.seat, signed.chain));
    }
    this.introduce(...fresh);
    owner.key = signed.key ?? owner.key;
  }

  concede(signed) {
    this.inactive.add(signed.seat);
    this.leaving.add(signed.seat);
  }

  /** Neither a document nor its refusal stands in the log a second time, nor beside the other. */
  unknown(hash) {
    need(!this.logged.has(hash) && !this.refused.has(hash), "D08", "this document, or its refusal, is in the log already");
  }

  refuse(entry) {
    this.unknown(entry.digest);
    this.refused.add(entry.digest);
  }
  remark() {}
  pause(entry) {
    this.paused = seconds(entry.time);
  }
  resume(entry) {
    this.paused = null;
    this.due = entry.due;
  }

  default(entry) {
    const gone = this.inactive.has(entry.seat);
    need(gone || entry.why === "deadline", "L11", `${entry.seat} is still in the game`);
    if ("segment" in entry) {
      need(this.phase === "LOCKED", "L05", "no links are waited for");
      need(this.invite.signed.deadline.on_release === "skip", "L11", "this game waits for releases");
      need(entry.segment === this.next && this.lockLine.parties.includes(entry.seat) && !this.sent.has(entry.seat), "L11", `no link of ${entry.seat} is missing`);
      need(seconds(entry.time) >= this.lockLine.time + 3600 * this.invite.signed.deadline.release_hours, "L11", "the time for the release is not over");
      this.excused.add(entry.seat);
      this.relock(this.next + 1);
      return;
    }
    need(this.phase === "OPEN", "L05", "the answers are locked");
    const question = this.asks.find((a) => a.id === entry.ask && a.seat === entry.seat);
    need(question, "L11", "no such open ask for this seat");
    need(!this.answers.has(entry.ask) && !this.defaulted.has(entry.ask), "L11", "the ask was answered");
    need(entry.why !== "deadline" || (this.due !== undefined && entry.time >= this.due), "L11", "the deadline has not come");
    this.defaulted.add(entry.ask);
  }

  relock(next) {
    this.phase = "RELOCK";
    this.next = next;
    this.sent = new Set();
  }

  /** The digests of the answers that count, in the order of the asks. */
  counting() {
    const missing = this.asks.find((a) => !this.answers.has(a.id) && !this.defaulted.has(a.id));
    need(!missing, "L06", `${missing?.id} is neither answered nor defaulted`);
    return this.asks.filter((a) => this.answers.has(a.id)).map((a) => this.answers.get(a.id).hash);
  }

  /** The parties whose links the next segment needs (3.5). */
  dicers() {
    if (this.policy === "host") return ["host"];
    if (this.policy === "actor") return [...new Set(["host", ...this.asks.filter((a) => a.dice && this.answers.has(a.id)).map((a) => a.seat)])].sort();
    return ["host", ...this.active(), ...this.leaving].filter((p) => !this.excused.has(p)).sort();
  }

  lock(entry) {
    need(same(entry.inputs, this.counting()), "L08", "inputs are not the answers that count");
    need(entry.segment === this.next, "C01", "a wrong segment number");
    need(same(entry.parties, this.dicers()), "C07", `the dice parties are ${this.dicers().join(", ")}`);
    this.lockLine = { line: this.heads.length, time: seconds(entry.time), parties: entry.parties, inputs: entry.inputs };
    this.phase = "LOCKED";
  }

  resolve(entry) {
    const counting = this.counting();
    (entry.opened ?? []).forEach((doc) => this.opened(doc));
    need(same(entry.inputs.slice(0, counting.length), counting), "L08", "inputs are not the answers that count");
    need(entry.inputs.slice(counting.length).every((d) => this.receipts.get(d)?.type === "standing"), "L08", "inputs name something that is no standing document");
    entry.inputs.forEach((d) => this.used.add(d));
    if ("dice" in entry) this.rolled(entry.dice);
    need(!("dice" in entry && "burn" in entry), "J09", "dice or burn, not both");
    const carried = this.sent.size > 0 || (this.policy === "actor" && this.dicers().length > 1);
    const unknown = this.policy === "all" && [...this.answers.values()].some((r) => r.held);
    if ("burn" in entry) need(entry.burn === this.next && (carried || unknown), "C01", "nothing to burn, or a wrong number");
    else need("dice" in entry || !carried, "C01", "a link was given: its number must be burnt");
    need(entry.next === this.next + ("dice" in entry || "burn" in entry), "C01", "a wrong next");
    (entry.out ?? []).forEach((seat) => this.inactive.add(seat));
    this.leaving.clear();
    this.excused.clear();
    this.open(entry);
  }

  rolled({ segment: n, links, seed, rolls: made }) {
    need(n === this.next, "C01", "a wrong segment number");
    const parties = this.dicers();
    need(same(Object.keys(links).sort(), parties), "C07", `the dice parties are ${parties.join(", ")}`);
    const held = new Set([...this.answers.values()].filter((r) => r.held).map((r) => r.seat));
    for (const who of this.policy === "host" ? [] : parties)
      need(who === "host" || this.sent.has(who) || held.has(who), "C07", `${who} has not sent a link`);
    for (const who of parties) this.chain(who, n).accept(n, links[who]);
    need(seed === T("seed", this.game, n, this.salt, ...parties.map((p) => `${p}=${links[p]}`)), "C09", "the seed is wrong");
    need(made.length > 0, "R03", "dice without a roll");
    need(new Set(made.map((roll) => roll.label)).size === made.length, "C08", "a label is drawn twice");
    for (const { label, sides, values } of made) {
      need(/^[A-Za-z0-9][A-Za-z0-9._:/#+-]{0,119}$/.test(label) && sides >= 2 && sides <= 256, "C08", `a malformed roll: ${label}`);
      need(values.length > 0 && same(values, dice(seed, label, sides, values.length)), "R03", `the dice of ${label} are ${dice(seed, label, sides, values.length).join(" ")}`);
    }
    this.counts.segments++;
    this.counts.rolls += made.length;
  }

  /** A document that was only receipted so far: it must be the one, and good as of its receipt. */
  opened(doc) {
    try {
      this.fitsReceipt(doc);
    } catch (fault) {
      throw fault instanceof Fault ? new Fault("L12", `an opened document: ${fault.code} ${fault.message}`) : fault;
    }
  }

  fitsReceipt(doc) {
    const receipt = this.receipts.get(digest(doc));
    need(receipt?.held && !receipt.opened, "L12", "no receipt waits for it");
    checkEnvelope(doc, { [receipt.type]: DOCUMENTS[receipt.type] }, "J09");
    const signed = doc.signed;
    need(["seat", "ask", "topic", "rev"].every((k) => signed[k] === receipt[k]), "L12", "it is not what its receipt says");
    need(signed.game === this.game, "D01", "it belongs to another game");
    checkSignatures(doc, receipt.key);
    need((this.places.get(signed.head) ?? Infinity) < receipt.line, "D04", "head is not a line before the receipt");
    if (signed.type === "orders") {
      this.fresh(signed, receipt.own ? receipt.line - 1 : receipt.opening);
      this.linkOf(signed, receipt);
    }
    receipt.opened = true;
    this.counts.documents++;
  }

  /** Motion and votes (8.1); returns the votes. */
  consent(entry, kind, { out = null } = {}) {
    const level = this.invite.signed.consent[kind];
    if (level === "host" && !("motion" in entry)) return [];
    need("motion" in entry && "votes" in entry, "D13", "a motion and votes are needed");
    checkEnvelope(entry.motion, { motion: DOCUMENTS.motion }, "J09");
    entry.votes.forEach((vote) => checkEnvelope(vote, { vote: DOCUMENTS.vote }, "J09"));
    const motion = entry.motion.signed;
    need([motion, ...entry.votes.map((v) => v.signed)].every((d) => d.game === this.game), "D01", "a motion or vote of another game");
    need(this.parties.has(motion.seat), "D02", "no such seat");
    checkSignatures(entry.motion, this.parties.get(motion.seat).key);
    const voters = this.active().filter((seat) => seat !== out);
    for (const vote of entry.votes) {
      need(this.parties.has(vote.signed.seat), "D02", "no such seat");
      checkSignatures(vote, this.parties.get(vote.signed.seat).key);
    }
    const yes = entry.votes.map((v) => v.signed.seat);
    const at = this.places.get(motion.head) ?? -1;
    need(at >= (kind === "host" ? 0 : this.opening) && motion.kind === kind, "D13", "the motion is of another kind, or too old");
    need(Object.keys(motion.detail).every((k) => same(motion.detail[k], entry[k] ?? null)), "D13", "the motion asks for something else");
    need(entry.votes.every(({ signed: v }) => v.yes && v.motion === digest(entry.motion) && (this.places.get(v.head) ?? -1) >= at), "D13", "a vote is against it, or for another motion, or too old");
    need(new Set(yes).size === yes.length, "D13", "a seat votes twice");
    const sideOf = (seat) => this.invite.signed.seats.find((s) => s.seat === seat).side ?? " " + seat;
    const counted = yes.filter((seat) => voters.includes(seat));
    const carried = level === "all" ? counted.length === voters.length
      : level === "host" || (2 * counted.length > voters.length && voters.every((v) => counted.some((c) => sideOf(c) === sideOf(v))));
    need(carried, "D13", "the votes do not carry the motion");
    this.counts.documents += 1 + entry.votes.length;
    return entry.votes.map((v) => v.signed);
  }

  seat(entry) {
    need("join" in entry !== "vacate" in entry, "J09", "a seat is joined or vacated");
    this.consent(entry, "seat", { out: entry.seat });
    if ("join" in entry) {
      checkEnvelope(entry.join, { join: DOCUMENTS.join }, "J09");
      const { base, seat } = entry.join.signed;
      need(seat === entry.seat && this.parties.has(seat), "D02", "the join is for another seat");
      this.join(entry.join);
      need(base >= this.next && base <= this.next + 100, "C11", "a wrong base");
      this.inactive.delete(seat);
      this.leaving.delete(seat);
    } else this.inactive.add(entry.seat);
    need(entry.next === ("join" in entry ? entry.join.signed.base : this.next) + 1, "C01", "a wrong next");
    if (this.phase === "OPEN") this.open(entry);
    else this.relock(entry.next);
  }

  host(entry) {
    const votes = this.consent(entry, "host");
    const { key, tip, base } = entry.host;
    this.strong(key);
    need(key !== tip && !this.words.has(key) && !this.words.has(tip), "D11", "a key or tip was used before");
    need(!("seat" in entry.host) || (this.policy === "all" && this.invite.signed.deadline.on_release === "wait"), "D09", "a host who plays needs the policy all");
    need(base >= this.next && base <= this.next + 1000, "C11", "a wrong base");
    need(entry.next === base + 1, "C01", "a wrong next");
    const bySeat = votes.map((v) => `${v.seat}=${v.nonce}`).sort();
    need(entry.salt === T("salt", this.game, ...bySeat), "C05", "the salt is wrong");
    this.introduce(key, tip);
    const old = this.parties.get("host").chains;
    this.parties.set("host", { key, chains: [...old, new Chain(this.game, "host", entry.host)] });
    this.salt = entry.salt;
    const over = this.phase === "OVER" ? { over: this.over } : {};
    this.open({ ...entry, ...over });
  }

  correct(entry) {
    this.consent(entry, "correct");
    (entry.opened ?? []).forEach((doc) => this.opened(doc));
    need(entry.next === this.next + 1, "C01", "a wrong next");
    this.leaving.clear();
    this.open(entry);
  }

  end(entry) {
    if (entry.why === "motion") this.consent(entry, "end");
    const sides = new Set(this.active().map((seat) => this.sides.get(seat)));
    if (entry.why === "concession") need(sides.size < 2, "L05", "more than one side is still playing");
    const [left] = entry.why === "concession" ? sides : [];
    const follows = this.over ?? (entry.why === "motion" ? entry.result : left === undefined ? {} : { winner: left });
    need(same(entry.result, follows), "R06", "the result is not the one that follows from the log");
    (entry.opened ?? []).forEach((doc) => this.opened(doc));
    const unopened = [...this.used].some((d) => this.receipts.get(d).held && !this.receipts.get(d).opened);
    need(!unopened, "L12", "a held document was used and never opened");
    this.phase = "ENDED";
  }
}

function main(path) {
  let bytes;
  try {
    bytes = readFileSync(path);
  } catch {
    console.error(path ? `${path} cannot be read` : "usage: node audit.mjs game.jsonl");
    return 2;
  }
  const game = new Game();
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start);
    try {
      need(end >= 0, "L01", "the last line has no line feed: it is cut");
      game.line(bytes.subarray(start, end));
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      console.log(`line ${game.heads.length}: ${fault.code} ${fault.message}`);
      return 1;
    }
    start = end + 1;
  }
  const { documents, segments, rolls: made } = game.counts;
  console.log(`nothing found in ${game.heads.length} lines: ${documents} documents, ${segments} segments, ${made} rolls (results were not replayed)`);
  console.log(`head ${game.heads.at(-1)}`);
  return 0;
}

process.exitCode = main(process.argv[2]);
