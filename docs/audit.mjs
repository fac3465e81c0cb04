// A second opinion: audits the history of a game without running its rules.
//
//     node docs/audit.mjs game.jsonl
//
// Written from docs/trust-protocol.md alone, for Node 18 or newer, without any other package. It
// checks of every line: canonical bytes, form, signatures of the host and of every document in it,
// order, time, what may stand where, who gives links, links down to the published tips, salts,
// seeds, every die, segment numbers, held receipts against the texts opened later, keys.
// It does not check what only the rules can tell: states, events, questions, which standing orders
// were consulted, whether a roll was due. Lines are read one by one: besides the longest line it
// keeps about a kilobyte a line. Section numbers are those of the protocol.
// Exit code: 0 nothing found, 1 a fault (its line, code and a sentence are printed), 2 no such file,
// 3 a line of a kind that only a later version plays: nothing wrong before it.

import { createHash, createPublicKey, verify } from "node:crypto";
import { closeSync, openSync, readSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

export class Fault extends Error {
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}
const need = (holds, code, text) => {
  if (!holds) throw new Fault(code, text);
};

// ---- bytes (section 2) ---------------------------------------------------------------------------

const LONGEST = 4194304;
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
const deeper = (v, left) => typeof v === "object" && v !== null && (left === 0 || Object.values(v).some((inner) => deeper(inner, left - 1)));

function profile(v, depth) {
  need(v !== null, "J06", "null is not used here");
  if (typeof v === "number") {
    need(Number.isInteger(v), "J04", `${v} is not a whole number`);
    need(Number.isSafeInteger(v), "J05", "a number is too large");
  } else if (typeof v === "string") {
    need(!FORBIDDEN.test(v), "J08", "a text holds a forbidden character");
  } else if (typeof v === "object") {
    const names = Object.keys(v);
    need(depth < 16 && names.length <= 4096, "J07", "too deep, or too many items");
    if (!Array.isArray(v)) for (const name of names) need(/^[!#-[\]-~]{1,64}$/.test(name), "J10", `bad name ${name}`);
    for (const name of names) profile(v[name], depth + 1);
  }
}

const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]|-?[0-9][0-9.eE+-]*/gsu;

const isJson = (text) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** What the parser of JavaScript passes over in a text that is JSON. */
function refuseFlaws(text) {
  const open = [];
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === "{") open.push(new Set());
    else if (token === "}") open.pop();
    else if (token[0] !== '"') {
      need(/^-?[0-9]+$/.test(token), "J04", `${token.slice(0, 24)} is not written as a plain whole number`);
      need(token !== "-0" && !/^-?[0-9]{17}/.test(token), "J05", "a number is written -0, or has too many digits");
    } else if (colon) {
      const name = JSON.parse(token.slice(0, token.lastIndexOf('"') + 1));
      need(!open.at(-1)?.has(name), "J03", `the name ${name.slice(0, 24)} occurs twice in one object`);
      open.at(-1)?.add(name);
    }
  }
}

function readLine(bytes) {
  need(bytes.length <= LONGEST, "J01", "the line is too long");
  let text, value;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes); // skips a leading mark
  } catch {
    throw new Fault("J02", "the line is not UTF-8");
  }
  try {
    value = JSON.parse(text);
  } catch {
    need(!isJson(text.replace(/"(?:[^"\\]|\\.)*"|-?Infinity|NaN/gsu, (token) => (token[0] === '"' ? token : "0"))), "J04", "that is no number that can be used here");
    throw new Fault("J02", "the line is not JSON");
  }
  const good = isObject(value) && canonicalWithin(value) === text && text.length > 0;
  if (!good) refuseFlaws(text);
  need(isObject(value), "J06", "the line is not an object");
  profile(value, 0);
  need(good && bytes[0] === 123, "L01", "the line is not the canonical form of what it says");
  return value;
}

/** The canonical form; "" for what is nested so deep that it has none. */
function canonicalWithin(value) {
  return deeper(value, 16) ? "" : canonical(value);
}

// ---- forms (sections 2.6, 4 and 5) -----------------------------------------------------------------

const matches = (pattern) => (v) => typeof v === "string" && pattern.test(v);
const number = (low, high) => (v) => Number.isInteger(v) && v >= low && v <= high;
const words = (...all) => (v) => all.includes(v);
const list = (form, most = 4096, least = 0) => (v) => Array.isArray(v) && v.length >= least && v.length <= most && v.every((item) => fits(item, form));
const text = (least, most) => (v) => typeof v === "string" && [...v].length >= least && [...v].length <= most;
const bool = (v) => typeof v === "boolean";
const hex = matches(/^[0-9a-f]{64}$/);
const party = matches(/^[a-z][a-z0-9-]{0,23}$/);
const seat = matches(/^(?!host$)[a-z][a-z0-9-]{0,23}$/);
const id = matches(/^[A-Za-z0-9][A-Za-z0-9._:/#+-]{0,79}$/);
const word = matches(/^[a-z][a-z0-9_-]{0,39}$/);
const time = (v) => typeof v === "string" && /^(?!0000)\d{4}(-\d\d){2}T\d\d(:\d\d){2}Z$/.test(v) && new Date(v).toJSON() === v.replace("Z", ".000Z");
const [segment, next, base, name, why, note, length] = [number(1, 1e6), number(1, 1e6 + 1), number(0, 1e6), text(1, 60), text(1, 2000), text(0, 2000), number(1, 65536)];
const link = { n: segment, x: hex };
const small = (v) => isObject(v) && Buffer.byteLength(canonical(v)) <= 8192;
const ask = { id, seat, kind: word, dice: bool, "hours?": number(1, 2160), "data?": small };
const asks = (v) => list(ask)(v) && new Set(v.map((each) => each.id)).size === v.length;
const chair = { seat, "name?": name, "side?": seat, "powers?": list(id) };
const keeper = { key: hex, tip: hex, length, "name?": name, "seat?": seat, "box?": hex };
const consent = words("host", "majority", "all");
const links = (v) => isObject(v) && Object.entries(v).every(([p, x]) => party(p) && hex(x));
const rolls = list({ label: (v) => typeof v === "string", sides: Number.isSafeInteger, values: list(number(1, 256)) });
const opening = { state: hex, asks, next, "due?": time };
const texts = list(isObject, 4096, 1);
const CODES = "A01-A06 J01-J10 S01-S07 D01-D13 C01-C11 L01-L12 R01-R08 B01-B02".split(" ");
const code = (v) => typeof v === "string" && /^[A-Z]\d\d$/.test(v) && CODES.some((range) => range.slice(0, 3) <= v && v <= range.slice(4));
const oneOf = (...names) => (signed) => names.filter((each) => each in signed).length === 1;

const DOCUMENTS = {
  invite: {
    time, host: keeper, seats: list(chair, 12, 1), policy: words("host", "actor", "all"), options: isObject, "note?": note,
    module: { id: matches(/^[a-z0-9-]{1,32}$/), version: matches(/^\d+\.\d+\.\d+$/), data: hex },
    consent: { correct: consent, seat: consent, host: words("majority", "all"), end: consent },
    deadline: { hours: number(1, 2160), release_hours: number(1, 2160), on_release: words("wait", "skip") },
  },
  join: { invite: hex, seat, key: hex, tip: hex, length, "name?": name },
  orders: { seat, head: hex, ask: id, rev: number(1, 999), orders: list(isObject, 500), "link?": link, "note?": note },
  standing: { seat, head: hex, "topic?": id, rev: number(1, 9999), policies: list(isObject, 200), "note?": note },
  release: { seat, lock: hex, link },
  rekey: { seat: party, head: hex, "key?": hex, "chain?": { tip: hex, length, base } },
  concede: { seat, head: hex, "note?": note },
};
const ENTRIES = {
  genesis: { invite: isObject, joins: list(isObject, 12, 1), salt: hex, ...opening },
  receive: { "doc?": isObject, "held?": { digest: hex, type: words("orders", "standing"), seat, "ask?": id, "topic?": id, rev: number(1, 9999) } },
  refuse: { digest: hex, "seat?": party, code, why },
  default: { seat, why: words("deadline", "vacant", "conceded"), "ask?": id, "segment?": segment },
  lock: { segment, inputs: list(hex), parties: list(party) },
  resolve: {
    inputs: list(hex), "opened?": texts, "burn?": segment, ...opening, events: hex, "out?": list(seat, 12, 1), "over?": isObject,
    "dice?": { segment, links, seed: hex, rolls },
  },
  pause: { why },
  resume: { why, "due?": time },
  remark: { text: note },
  end: { result: isObject, why: words("victory", "concession", "motion", "abandoned"), "motion?": isObject, "votes?": list(isObject, 12), "opened?": texts },
};
/** What a list of fields cannot say. */
const BESIDES = {
  invite: ({ seats, host }) => seats.every((s, i) => i === 0 || seats[i - 1].seat < s.seat) && (!("seat" in host) || seats.some((s) => s.seat === host.seat)),
  rekey: (signed) => ("key" in signed || "chain" in signed) && !(signed.seat === "host" && "chain" in signed),
  receive: (signed) => oneOf("doc", "held")(signed) && (!("held" in signed) || ((signed.held.type === "orders") === "ask" in signed.held && !("ask" in signed.held && "topic" in signed.held))),
  default: oneOf("ask", "segment"),
  resolve: (signed) => !("dice" in signed && "burn" in signed),
};
/** Types that the protocol names and that come with a later version (section 13). */
const LATER_ENTRIES = ["seat", "host", "correct"];
const LATER_DOCUMENTS = ["motion", "vote", "sealed"];
const GAME = matches(/^(?=.{1,48}$)[a-z][a-z0-9]*(-[a-z0-9]+)*-[0-9a-f]{8}$/);
const LINE = { v: words(1), game: GAME, seq: number(0, 999999), prev: hex, time };

function fits(v, form) {
  if (typeof form === "function") return form(v);
  const known = new Map(Object.entries(form).map(([k, inner]) => [k.replace("?", ""), inner]));
  return isObject(v) && Object.keys(v).every((k) => known.has(k) && fits(v[k], known.get(k)))
    && Object.keys(form).every((k) => k.endsWith("?") || Object.hasOwn(v, k));
}

function checkEnvelope(envelope) {
  const { signed, signatures } = envelope;
  need(Object.keys(envelope).length === 2 && isObject(signed) && Array.isArray(signatures)
    && signatures.length >= 1 && signatures.length <= 8
    && signatures.every((s) => isObject(s) && Object.keys(s).sort().join() === "key,sig"), "S01", "the envelope is malformed");
  need(signatures.every((s) => hex(s.key) && matches(/^[0-9a-f]{128}$/)(s.sig)), "S02", "a key or signature is not written in small hexadecimal digits");
  need(signatures.every((s, i) => i === 0 || signatures[i - 1].key < s.key), "S03", "signatures are not sorted, or a key signs twice");
}

const isType = (type, all) => typeof type === "string" && Object.hasOwn(all, type);
const fitsType = (signed, common, forms) => {
  need(fits(signed, { type: words(signed.type), ...common, ...forms[signed.type] }) && (BESIDES[signed.type]?.(signed) ?? true), "J09", `the ${signed.type} does not fit its form`);
};

/** The signed part of a document of one of the types, its limits, envelope and form good (6.1, 2 to 4). */
function readDocument(doc, ...types) {
  const size = Buffer.byteLength(canonical(doc));
  need(size <= 65536, "J01", `a document of ${size} bytes`);
  need(!deeper(doc, 13), "J07", "a document is nested too deep");
  checkEnvelope(doc);
  const { signed } = doc;
  need(isType(signed.type, DOCUMENTS), "J09", `unknown type ${signed.type}`);
  fitsType(signed, { v: words(1), game: GAME }, DOCUMENTS);
  need(types.length === 0 || types.includes(signed.type), "J09", `a ${signed.type} is not wanted here`);
  return signed;
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

const keys = new Map(); // those that have been met, ready for use

function holds(key, sig, signed) {
  try {
    if (keys.size > 1000) keys.clear();
    if (!keys.has(key)) keys.set(key, createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(key, "hex").toString("base64url") }, format: "jwk" }));
    return verify(null, Buffer.from("pbem1 sign\n" + canonical(signed)), keys.get(key), Buffer.from(sig, "hex"));
  } catch {
    return false; // not a point of the curve
  }
}

function checkSignatures(envelope, ...expected) {
  const found = envelope.signatures.map((s) => s.key);
  need(found.every((key) => expected.includes(key)), "S04", "signed by a key that is not expected");
  need(expected.every((key) => found.includes(key)), "S06", "an expected signature is missing");
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
    Object.assign(this, { game, owner, base, last: base + length, known: base, link: tip }); // known: highest accepted
  }
  descend(n, x, to) {
    for (let i = n; i > to; i--) x = T("link", this.game, this.owner, i, x);
    return x;
  }
  check(n, x) {
    const good = n >= this.known ? this.descend(n, x, this.known) === this.link : this.descend(this.known, this.link, n) === x;
    need(good, "C04", `link ${n} of ${this.owner} does not hash to what was promised`);
    need(n <= this.last, "C10", `the chain of ${this.owner} is used up`);
  }
  accept(n, x) {
    if (n > this.known) Object.assign(this, { known: n, link: x });
  }
}

// ---- the game as far as the lines tell (sections 5, 6.3 and 8) -----------------------------------------

const seconds = (t) => Date.parse(t) / 1000;
const LATEST = seconds("9999-12-31T23:59:59Z");
const same = (a, b) => canonical(a) === canonical(b);
const PLAY = "OPEN LOCKED RELOCK";
const BEGUN = PLAY + " OVER";
const ALLOWED = {
  genesis: "NEW", "receive orders": "OPEN RELOCK", "receive standing": PLAY, "receive release": "LOCKED",
  "receive rekey": BEGUN, "receive rekey chain": PLAY, "receive concede": BEGUN, "receive motion": BEGUN,
  "receive vote": BEGUN, "receive sealed": BEGUN, refuse: BEGUN, remark: BEGUN, "default ask": "OPEN",
  "default release": "LOCKED", lock: "OPEN RELOCK", resolve: "OPEN LOCKED", pause: PLAY, resume: PLAY, end: BEGUN,
};

export class Game {
  heads = [];
  phase = "NEW";
  paused = null;
  pausedFor = 0; // since the last lock
  parties = new Map(); // party: {key, chains}
  words = new Set(); // all keys and tips ever used
  places = new Map(); // head: line
  logged = new Set();
  refused = new Set();
  receipts = new Map(); // digest: what stands in the log about orders and standing documents
  revs = new Map(); // seat and topic: highest rev of a standing document
  inactive = new Map(); // seat: why
  leaving = new Set(); // seats that conceded since the last resolve: still dice parties
  excused = new Map(); // seat left out of the dice: the number whose link was missing
  held = []; // what the step has used so far and is still held, in order of use
  pending = []; // resolutions some of whose texts are still held
  later = ""; // set by a line of a kind that only a later version plays
  counts = { documents: 0, segments: 0, rolls: 0 };

  line(bytes) {
    const envelope = readLine(bytes);
    checkEnvelope(envelope);
    const entry = envelope.signed;
    if (LATER_ENTRIES.includes(entry.type)) return this.laterEntry(envelope);
    need(isType(entry.type, ENTRIES), "L04", `unknown type ${entry.type}`);
    fitsType(entry, LINE, ENTRIES);
    checkSignatures(envelope, this.hostKey(entry));
    this.place(entry);
    if (entry.type === "resolve" || entry.type === "genesis") this.dueInTime(entry);
    this.allowed(entry);
    if ("doc" in entry && LATER_DOCUMENTS.includes(entry.doc.signed?.type)) return this.laterDocument(entry.doc);
    this[entry.type](entry);
    if (this.later) return;
    this.time = entry.time;
    const head = sha(bytes);
    this.places.set(head, this.heads.length);
    this.heads.push(head);
  }

  hostKey(entry) {
    if (this.phase !== "NEW") return this.parties.get("host").key;
    need(entry.type === "genesis", "L05", "the first line is not a genesis");
    return readDocument(entry.invite, "invite").host.key;
  }

  place(entry) {
    need(this.phase === "NEW" || entry.game === this.game, "D01", "the line belongs to another game");
    need(entry.seq === this.heads.length, "L02", `the line says it is number ${entry.seq}`);
    need(entry.prev === (this.heads.at(-1) ?? "0".repeat(64)), "L03", "prev is not the head of the line before");
    need(entry.type === "host" || this.heads.length === 0 || entry.time >= this.time, "L10", "time goes back");
  }

  /** What can be said of a line that only a later version plays: who signed it, and its place. */
  laterEntry(envelope) {
    const entry = envelope.signed;
    const common = Object.fromEntries(Object.keys(LINE).filter((k) => Object.hasOwn(entry, k)).map((k) => [k, entry[k]]));
    need(fits(common, LINE), "J09", `the ${entry.type} does not fit its form`);
    need(this.phase !== "NEW", "L05", "the first line is not a genesis");
    need(entry.type !== "host" || hex(entry.host?.key), "J09", "the host entry names no key");
    checkSignatures(envelope, entry.type === "host" ? entry.host.key : this.parties.get("host").key);
    this.place(entry);
    need(this.phase !== "ENDED", "L05", "the game is closed");
    this.later = `a ${entry.type}`;
  }

  laterDocument(doc) {
    checkEnvelope(doc);
    this.later = `a document of the type ${doc.signed.type}`;
  }

  allowed(entry) {
    const kind = kindOf(entry);
    if (!(kind in ALLOWED)) return; // a document of no known type: its own check says what is wrong
    need(ALLOWED[kind].split(" ").includes(this.phase), "L05", `a ${kind} is not allowed while the game is ${this.phase}`);
    if (kind.startsWith("default") || kind === "pause") need(this.paused === null, "L05", "the game is paused");
    if (kind === "resume") need(this.paused !== null, "L05", "the game is not paused");
    if (kind === "lock") need(this.policy === "all", "L05", "a lock belongs to the policy all");
    if (kind === "resolve" && this.policy === "all") need((this.phase === "LOCKED") === "dice" in entry, "L05", "under policy all dice need a lock, and a lock dice");
  }

  dueInTime(entry) {
    if (!("due" in entry)) return;
    const hours = (entry.invite?.signed ?? this.terms).deadline.hours;
    let earliest = seconds(entry.time) + 3600 * Math.max(0, ...(entry.asks ?? this.asks).map((a) => a.hours ?? hours));
    if (entry.type === "resume" && this.due !== undefined) earliest = seconds(this.due) + seconds(entry.time) - this.paused;
    need(seconds(entry.due) >= Math.min(earliest, LATEST), "L11", "the deadline is earlier than was promised");
  }

  unused(word) {
    need(!this.words.has(word), "D11", "a key or tip was used before");
  }
  introduce(...all) {
    for (const each of all) {
      this.unused(each);
      this.words.add(each);
    }
  }
  strong(key) {
    need(!weak(key), "S07", "a weak public key");
  }
  chain(who, n) {
    return this.parties.get(who).chains.findLast((chain) => chain.base < n);
  }
  active() {
    return [...this.parties.keys()].filter((p) => p !== "host" && !this.inactive.has(p));
  }
  several() {
    return new Set(this.asks.map((a) => a.seat)).size > 1;
  }

  /** Opens the asks of a line. */
  open(entry) {
    Object.assign(this, { asks: entry.asks, due: entry.due, next: entry.next, state: entry.state });
    this.opening = this.heads.length;
    this.answers = new Map(); // ask: receipt
    this.defaulted = new Map(); // ask: line
    this.sent = new Map(); // links for number `next` that are known to have come, by seat
    this.lockLine = null;
    this.phase = "over" in entry ? "OVER" : "OPEN";
    this.over = entry.over;
  }

  genesis(entry) {
    const { invite, joins } = entry;
    const terms = invite.signed;
    const { host } = terms;
    this.game = entry.game;
    this.terms = terms;
    this.policy = terms.policy;
    this.invite = digest(invite);
    this.sides = new Map(terms.seats.map((s) => [s.seat, s.side ?? s.seat]));
    checkSignatures(invite, host.key);
    need(!("seat" in host) || (terms.policy === "all" && terms.deadline.on_release === "wait"), "D09", "a host who plays needs the policy all, and must wait for releases");
    this.introduce(host.key, host.tip);
    this.strong(host.key);
    need(terms.game === this.game, "D01", "the invitation is for another game");
    this.parties.set("host", { key: host.key, chains: [new Chain(this.game, "host", host)] });
    this.logged.add(this.invite);
    const read = joins.map((join) => readDocument(join));
    need(same(read.map((join) => join.seat ?? "host"), terms.seats.map((s) => s.seat)), "L07", "the joins are not those of the invited seats");
    joins.forEach((join) => this.join(join));
    need(entry.salt === T("salt", this.game, ...read.map((join) => `${join.seat}=${join.tip}`)), "C05", "the salt is wrong");
    need(entry.next === 1, "C01", "the first segment is number 1");
    this.open(entry);
    this.salt = entry.salt;
  }

  join(join) {
    const { game, seat: who, key, tip, invite } = readDocument(join, "join");
    need(game === this.game, "D01", "a join for another game");
    checkSignatures(join, key);
    this.strong(key);
    this.introduce(key, tip);
    need(invite === this.invite, "D03", "a join for another invitation");
    this.parties.set(who, { key, chains: [new Chain(this.game, who, join.signed)] });
    this.logged.add(digest(join));
    this.counts.documents++;
  }

  receive(entry) {
    if ("doc" in entry) return this.document(entry.doc);
    const { held } = entry;
    this.seatIsActive(held.seat);
    this.unknown(held.digest);
    if (held.type === "orders") this.revOf(held, this.openAsk(held));
    else this.standingRev(held);
    this.file(held, held.type, held.digest, this.moment(held, held.type));
  }

  seatIsActive(who) {
    need(this.parties.has(who) && who !== "host" && !this.inactive.has(who), "D02", `no active seat ${who}`);
  }

  /** Checks 3 to 9 of section 6.1. */
  document(doc) {
    const signed = readDocument(doc);
    const hash = digest(doc);
    need(signed.game === this.game, "D01", "the document belongs to another game");
    if (signed.type === "invite" || signed.type === "join") {
      need(!this.logged.has(hash), "D08", "this document is in the log already");
      need(false, "J09", `a ${signed.type} is not received in a game`);
    }
    if (signed.seat !== "host") this.seatIsActive(signed.seat);
    checkSignatures(doc, this.parties.get(signed.seat).key, ...("key" in signed ? [signed.key] : []));
    if ("key" in signed) this.strong(signed.key);
    const fresh = [signed.key, signed.chain?.tip].filter(Boolean);
    fresh.forEach((each) => this.unused(each));
    need(new Set(fresh).size === fresh.length, "D11", "a key or tip was used before");
    this.unknown(hash);
    if ("head" in signed) need(this.places.has(signed.head), "D04", "head is not a line of this log");
    this[`take_${signed.type}`](signed, hash, fresh);
    this.logged.add(hash);
    this.counts.documents++;
  }

  /** How things stand for orders or a standing document that this line receives (3.5, 9.1). */
  moment(signed, type) {
    const question = type === "orders" ? this.asks.find((a) => a.id === signed.ask) : null;
    let rule = "never";
    if (question?.dice && this.policy === "actor") rule = "must";
    if (question?.dice && this.policy === "all" && this.asks.length === 1) rule = "may";
    const earliest = this.earliestHead(signed.seat, question);
    return { line: this.heads.length, key: this.parties.get(signed.seat).key, rule, next: this.next, earliest };
  }

  /** The line that `head` may name at the earliest (D06). */
  earliestHead(who, question) {
    const mine = this.terms.host.seat;
    if (who === mine) return this.heads.length - 1;
    if (!question) return 0;
    const own = this.several() ? this.asks.filter((a) => a.seat === mine) : [];
    const lines = own.map((a) => this.defaulted.get(a.id) ?? this.answers.get(a.id)?.line);
    need(!lines.includes(undefined), "D06", "the host plays a seat that is asked too, and his answer must be logged first");
    return Math.max(this.opening, ...lines);
  }

  fresh(signed, earliest) {
    need(this.places.get(signed.head) >= earliest, "D06", "written before a line that its author must know");
  }

  openAsk({ seat: who, ask: name }) {
    const question = this.asks.find((a) => a.id === name && a.seat === who);
    need(question && !this.defaulted.has(name), "D05", "no such open ask for this seat");
    return question;
  }

  revOf(signed, question) {
    const before = this.answers.get(question.id);
    need(signed.rev > (before?.rev ?? 0), "D07", "rev is not higher than the one received");
    need(this.phase === "OPEN", "D10", "the answers are locked");
    const own = signed.seat === this.terms.host.seat && this.several();
    need(!before || !(own || (this.policy === "all" && before.text?.link)), "D10", "this answer is final");
  }

  standingRev(signed) {
    need(signed.rev > (this.revs.get(`${signed.seat} ${signed.topic ?? ""}`) ?? 0), "D07", "rev is not higher than the one received");
  }

  /** Puts orders or a standing document where it counts; `text` is what an open one says. */
  file({ seat: who, ask: name, topic, rev }, type, hash, moment, given) {
    const receipt = { hash, type, seat: who, ask: name, topic, rev, ...moment, text: given, shown: given ? moment.line : undefined };
    this.receipts.set(hash, receipt);
    this.logged.add(hash);
    if (type === "orders") this.answers.set(name, receipt);
    else this.revs.set(`${who} ${topic ?? ""}`, rev);
  }

  take_orders(signed, hash) {
    const question = this.openAsk(signed);
    const moment = this.moment(signed, "orders");
    this.fresh(signed, moment.earliest);
    this.revOf(signed, question);
    this.linkOf(signed, moment);
    need(!this.several(), "L05", "while several seats are asked, orders must be held");
    this.file(signed, "orders", hash, moment, { link: signed.link });
    if (signed.link) this.acceptLink(signed);
  }

  take_standing(signed, hash) {
    const moment = this.moment(signed, "standing");
    this.fresh(signed, moment.earliest);
    this.standingRev(signed);
    this.file(signed, "standing", hash, moment, {});
  }

  acceptLink({ seat: who, link: { n, x } }) {
    this.sent.set(who, x);
    this.chain(who, n).accept(n, x);
  }

  /** The link rules of 3.5 for orders, as of their receipt. */
  linkOf(signed, { rule, next: due }) {
    need("link" in signed ? rule !== "never" : rule !== "must", "C03", "a link is missing, or not allowed here");
    if ("link" in signed) this.numbered(signed, due);
  }

  numbered({ seat: who, link: { n, x } }, due) {
    need(n === due, "C02", `the link is number ${n}, next is ${due}`);
    this.chain(who, n).check(n, x);
  }

  take_release(signed) {
    need(this.lockLine.parties.includes(signed.seat) && !this.sent.has(signed.seat), "C03", `no link of ${signed.seat} is missing`);
    this.numbered(signed, this.next);
    need(signed.lock === this.heads[this.lockLine.line], "C06", "a release for another lock");
    this.acceptLink(signed);
  }

  take_rekey(signed, _hash, fresh) {
    if (signed.seat !== "host") this.fresh(signed, this.earliestHead(signed.seat));
    const owner = this.parties.get(signed.seat);
    if ("chain" in signed) {
      const newest = owner.chains.at(-1);
      const start = signed.chain.base;
      need(newest.base < this.next && start >= this.next && start <= this.next + 100 && start <= newest.last, "C11", "a wrong base, or another chain waits");
      owner.chains.push(new Chain(this.game, signed.seat, signed.chain));
    }
    this.introduce(...fresh);
    owner.key = signed.key ?? owner.key;
  }

  take_concede(signed) {
    need(!this.leaving.has(signed.seat), "D02", `${signed.seat} has conceded already`);
    this.fresh(signed, this.earliestHead(signed.seat));
    this.leaving.add(signed.seat);
  }

  /** Neither a document nor its refusal stands in the log a second time, nor beside the other. */
  unknown(hash) {
    need(!this.logged.has(hash) && !this.refused.has(hash), "D08", "this document, or its refusal, is in the log already");
  }

  refuse(entry) {
    need(!("seat" in entry) || this.parties.has(entry.seat), "D02", `there is no seat ${entry.seat}`);
    this.unknown(entry.digest);
    this.refused.add(entry.digest);
  }
  remark() {}
  pause(entry) {
    this.paused = seconds(entry.time);
  }
  resume(entry) {
    this.dueInTime(entry);
    this.pausedFor += seconds(entry.time) - Math.max(this.paused, this.lockLine?.time ?? 0);
    this.paused = null;
    this.due = entry.due;
  }

  missingReleases() {
    return this.lockLine.parties.filter((p) => p !== "host" && !this.sent.has(p));
  }

  default(entry) {
    if ("segment" in entry) return this.defaultRelease(entry);
    const question = this.asks.find((a) => a.id === entry.ask && a.seat === entry.seat);
    need(question && !this.answers.has(entry.ask) && !this.defaulted.has(entry.ask), "L11", "no such open ask for this seat, or it was answered");
    const conceded = this.leaving.has(entry.seat) || this.inactive.get(entry.seat) === "conceded";
    need(entry.why === "deadline" || (entry.why === "conceded" && conceded), "L11", `it is not true that ${entry.seat} is ${entry.why}`);
    need(entry.why !== "deadline" || (this.due !== undefined && entry.time >= this.due), "L11", "the deadline has not come");
    this.defaulted.set(entry.ask, this.heads.length);
  }

  defaultRelease(entry) {
    const { on_release, release_hours } = this.terms.deadline;
    need(on_release === "skip", "L11", "this game waits for releases");
    need(entry.segment === this.next && this.missingReleases().includes(entry.seat), "L11", `no link of ${entry.seat} is missing`);
    need(entry.why === "deadline", "L11", "a release is defaulted for its deadline only");
    need(seconds(entry.time) >= Math.min(this.lockLine.time + 3600 * release_hours + this.pausedFor, LATEST), "L11", "the time for the release is not over");
    this.excused.set(entry.seat, this.next);
    this.sent.clear();
    this.phase = "RELOCK";
    this.next++;
  }

  /** What closes the open asks now (3.5). */
  counted(entry) {
    const missing = this.asks.find((a) => !this.answers.has(a.id) && !this.defaulted.has(a.id));
    need(!missing, "L06", `${missing?.id} is neither answered nor defaulted`);
    const counting = this.asks.filter((a) => this.answers.has(a.id)).map((a) => this.answers.get(a.id));
    const announced = this.asks.some((a) => a.dice);
    return {
      entry, counting, announced, line: this.heads.length, inputs: counting.map((r) => r.hash), sent: new Map(this.sent),
      parties: this.dicers(), excused: new Map(this.excused), next: this.next, heldBefore: this.held, state: this.state,
    };
  }

  /** The parties whose links the next segment needs (3.5). */
  dicers() {
    let seats = [];
    if (this.policy === "actor") seats = this.asks.filter((a) => a.dice && this.answers.has(a.id)).map((a) => a.seat);
    if (this.policy === "all") seats = this.active().filter((p) => !this.excused.has(p));
    return [...new Set(["host", ...seats])].sort();
  }

  lock(entry) {
    const { inputs, parties, announced } = this.counted(entry);
    need(same(entry.inputs, inputs), "L08", "inputs are not the answers that count");
    need(entry.segment === this.next, "C01", "a wrong segment number");
    need(same(entry.parties, parties), "C07", `the dice parties are ${parties.join(", ")}`);
    need(announced, "R02", "no open question announces dice");
    this.lockLine = { line: this.heads.length, time: seconds(entry.time), parties };
    this.phase = "LOCKED";
    this.pausedFor = 0;
  }

  resolve(entry) {
    const now = this.counted(entry);
    const shown = this.readOpened(entry.opened ?? []);
    const order = [...new Set([...now.heldBefore, ...entry.inputs])].filter((d) => shown.has(d));
    need(same([...shown.keys()], order), "L12", "texts are opened in the order of their use, and no others");
    need(same(entry.inputs.slice(0, now.inputs.length), now.inputs), "L08", "inputs are not the answers that count");
    need(entry.inputs.slice(now.inputs.length).every((d) => this.receipts.get(d)?.type === "standing"), "L08", "inputs name something that is no standing document");
    if ("dice" in entry) this.rolled(now, shown);
    const waiting = this.settle([...this.pending, now], shown);
    if (waiting.length > 0) {
      checkNumbers(now, shown);
      this.checkFinished(now, shown);
    }
    this.used(now, shown);
    this.commitOpened(shown);
    if (waiting.length > 0) now.entry = kept(entry);
    this.pending = waiting;
    for (const [who, x] of Object.entries(entry.dice?.links ?? {})) this.chain(who, now.next).accept(now.next, x);
    this.leaving.forEach((who) => this.inactive.set(who, "conceded"));
    (entry.out ?? []).filter((who) => !this.inactive.has(who)).forEach((who) => this.inactive.set(who, "retired"));
    this.leaving.clear();
    this.excused.clear();
    this.open(entry);
  }

  rolled(now, shown) {
    const { segment: n, links: given, seed, rolls: made } = now.entry.dice;
    need(n === now.next, "C01", "a wrong segment number");
    need(same(Object.keys(given).sort(), now.parties), "C07", `the dice parties are ${now.parties.join(", ")}`);
    checkSent(now, shown);
    for (const who of now.parties) this.chain(who, n).check(n, given[who]);
    need(seed === T("seed", this.game, n, this.salt, ...now.parties.map((p) => `${p}=${given[p]}`)), "C09", "the seed is wrong");
    need(now.announced, "R02", "dice were drawn, but no question closed here announces dice");
    need(made.length > 0, "R03", "dice without a roll");
    need(new Set(made.map((roll) => roll.label)).size === made.length, "C08", "a label is drawn twice");
    for (const { label, sides } of made)
      need(/^[A-Za-z0-9][A-Za-z0-9._:/#+-]{0,119}$/.test(label) && sides >= 2 && sides <= 256, "C08", `a malformed roll: ${label.slice(0, 120)}`);
    for (const { label, sides, values } of made)
      need(values.length > 0 && same(values, dice(seed, label, sides, values.length)), "R03", `the seed gives other dice for ${label}`);
    this.counts.segments++;
    this.counts.rolls += made.length;
  }

  /** The texts that a line opens: each must be the one of its receipt, and good as of then (L12). */
  readOpened(docs) {
    const shown = new Map();
    for (const doc of docs) {
      try {
        this.fitsReceipt(doc);
      } catch (fault) {
        throw fault instanceof Fault ? new Fault("L12", `an opened document: ${fault.code} ${fault.message}`) : fault;
      }
      need(!shown.has(digest(doc)), "L12", "a text is opened twice");
      shown.set(digest(doc), { seat: doc.signed.seat, link: doc.signed.link });
    }
    return shown;
  }

  fitsReceipt(doc) {
    const signed = readDocument(doc);
    const receipt = this.receipts.get(digest(doc));
    need(receipt && receipt.shown === undefined, "L12", "no receipt waits for it");
    need(["type", "seat", "ask", "topic", "rev"].every((k) => signed[k] === receipt[k]), "L12", "it is not what its receipt says");
    need(signed.game === this.game, "D01", "it belongs to another game");
    checkSignatures(doc, receipt.key);
    need((this.places.get(signed.head) ?? Infinity) < receipt.line, "D04", "head is not a line before the receipt");
    this.fresh(signed, receipt.earliest);
    this.linkOf(signed, receipt);
  }

  commitOpened(shown) {
    for (const [hash, given] of shown) {
      Object.assign(this.receipts.get(hash), { text: given, shown: this.heads.length });
      if (given.link) this.chain(given.seat, given.link.n).accept(given.link.n, given.link.x);
      this.counts.documents++;
    }
  }

  /** Looks once more at the resolutions whose texts are all known now; returns the others. */
  settle(waiting, shown) {
    for (const [index, one] of waiting.entries()) {
      if (!one.entry.inputs.every((d) => textOf(this.receipts.get(d), shown))) return waiting.slice(index);
      checkSent(one, shown);
      checkNumbers(one, shown);
      this.checkFinished(one, shown);
    }
    return [];
  }

  /** Nothing used in a finished step may still be held (6.3, 8 b). */
  checkFinished(one, shown) {
    if (!ended(one)) return;
    for (const hash of [...one.heldBefore, ...one.inputs]) {
      const receipt = this.receipts.get(hash);
      const open = receipt.shown === undefined ? one.line === this.heads.length && shown.has(hash) : receipt.shown <= one.line;
      need(open, receipt.type === "standing" ? "R07" : "L12", "the step is over, but a text used in it is still held");
    }
  }

  /** Notes what the step has used and is still held. */
  used(now, shown) {
    const fresh = ended(now) ? now.entry.inputs.slice(now.inputs.length) : [...now.heldBefore, ...now.entry.inputs];
    const held = [...new Set(fresh)].filter((d) => !textOf(this.receipts.get(d), shown));
    need(held.length <= 4096, "L12", "more texts are used and held than one line can open");
    if (!same(held, this.held)) this.held = held; // one for all that wait
  }

  end(entry) {
    const motion = "motion" in entry || "votes" in entry;
    const carried = entry.why === "motion" && this.terms.consent.end !== "host";
    need(entry.why !== "victory" || this.phase === "OVER", "L05", "the rules have not ended the game");
    const left = new Set(this.active().filter((who) => !this.leaving.has(who)).map((who) => this.sides.get(who)));
    if (entry.why === "concession") need(left.size < 2, "L05", "more than one side is still playing");
    need(carried ? "motion" in entry && "votes" in entry : !motion, "D13", "a motion and votes stand where they are needed, and only there");
    if (carried) {
      this.later = "an end by motion";
      return;
    }
    const [winner] = entry.why === "concession" ? left : [];
    const follows = this.over ?? (entry.why === "motion" ? entry.result : winner === undefined ? {} : { winner });
    need(same(entry.result, follows), "R06", "the result is not the one that follows from the log");
    const shown = this.readOpened(entry.opened ?? []);
    const used = [...this.held, ...this.pending.flatMap((one) => one.entry.inputs)];
    need(used.every((d) => textOf(this.receipts.get(d), shown)), "L12", "a held document was used and never opened");
    this.settle(this.pending, shown);
    this.commitOpened(shown);
    this.phase = "ENDED";
  }
}

function kindOf(entry) {
  if (entry.type === "default") return "ask" in entry ? "default ask" : "default release";
  if (entry.type !== "receive") return entry.type;
  if ("held" in entry) return `receive ${entry.held.type}`;
  const doc = entry.doc.signed;
  return `receive ${doc?.type}${doc?.type === "rekey" && "chain" in doc ? " chain" : ""}`;
}

/** What a document says, as far as its text is known: of an open one, or one that the line opens. */
const textOf = (receipt, shown) => receipt.text ?? shown.get(receipt.hash);

/** What is looked at again in a line that waits for texts still held. */
const kept = ({ inputs, burn, dice: made, next: after, state, ...rest }) =>
  ({ inputs, burn, dice: made && { links: made.links }, next: after, state, ...("over" in rest && { over: true }) });

/** The step was over, as far as the line alone tells. */
const ended = ({ entry, state }) => "over" in entry || entry.state !== state;

/** Links are those the seats have sent, as far as texts are known (C07, C04, L11). */
function checkSent(one, shown) {
  const linkIn = (receipt) => (textOf(receipt, shown)?.link?.n === one.next ? textOf(receipt, shown).link.x : undefined);
  const left = one.counting.some((r) => one.excused.has(r.seat) && textOf(r, shown)?.link?.n === one.excused.get(r.seat));
  need(!left, "L11", "a seat was left out, but had sent its link");
  for (const [who, x] of Object.entries(one.entry.dice?.links ?? {})) {
    if (who === "host") continue;
    const sent = one.counting.filter((r) => r.seat === who).map(linkIn).find(Boolean) ?? one.sent.get(who);
    need(sent !== undefined || mayBeHeld(one, who, shown), "C07", `${who} has not sent a link`);
    need(sent === undefined || sent === x, "C04", `this is not the link that ${who} has sent`);
  }
}

/** A link of the seat may lie in an answer whose text is not known. */
const mayBeHeld = (one, who, shown) =>
  one.counting.some((r) => r.seat === who && !textOf(r, shown) && r.rule !== "never" && r.next === one.next);

/** `burn` and `next` (3.5). */
function checkNumbers(one, shown) {
  const { burn, dice: made, next: after } = one.entry;
  const sure = one.counting.some((r) => textOf(r, shown)?.link?.n === one.next || (!textOf(r, shown) && r.rule === "must"));
  const maybe = one.counting.some((r) => mayBeHeld(one, r.seat, shown));
  need(burn === undefined || (burn === one.next && (sure || maybe)), "C01", "nothing to burn, or a wrong number");
  need(burn !== undefined || made || !sure, "C01", "a link was given: its number must be burnt");
  need(after === one.next + (made || burn !== undefined ? 1 : 0), "C01", "a wrong next");
}

// ---- files -------------------------------------------------------------------------------------------

/** The lines of a file without their line feeds, one by one; a line that is too long comes cut. */
function* linesOf(file) {
  const chunk = Buffer.alloc(65536);
  let parts = [];
  let size = 0;
  for (let got; (got = readSync(file, chunk, 0, chunk.length, null)) > 0; ) {
    let start = 0;
    for (let end; (end = chunk.subarray(0, got).indexOf(10, start)) >= 0; start = end + 1) {
      yield Buffer.concat([...parts, chunk.subarray(start, end)]);
      parts = [];
      size = 0;
    }
    parts.push(Buffer.from(chunk.subarray(start, got)));
    size += got - start;
    if (size > LONGEST) yield Buffer.concat(parts);
  }
  need(size === 0, "L01", "the last line has no line feed: it is cut");
}

/** Audits a file: the game as far as it is good, and the fault, if there is one. */
export function audit(path) {
  const file = openSync(path, "r");
  const game = new Game();
  try {
    for (const bytes of linesOf(file)) {
      game.line(bytes);
      if (game.later) break;
    }
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return { game, fault };
  } finally {
    closeSync(file);
  }
  return { game };
}

function main(path) {
  let result;
  try {
    result = audit(path);
  } catch (error) {
    if (path && !error.syscall) throw error;
    console.error(path ? `${path} cannot be read` : "usage: node audit.mjs game.jsonl");
    return 2;
  }
  const { game, fault } = result;
  if (fault) {
    console.log(`line ${game.heads.length}: ${fault.code} ${fault.message}`);
    return 1;
  }
  const { documents, segments, rolls: made } = game.counts;
  console.log(`nothing found in ${game.heads.length} lines: ${documents} documents, ${segments} segments, ${made} rolls (results were not replayed)`);
  if (game.heads.length > 0) console.log(`head ${game.heads.at(-1)}`);
  if (!game.later) return 0;
  console.log(`incomplete at line ${game.heads.length}: R08 ${game.later} needs a later version of this auditor`);
  return 3;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv[2]);
