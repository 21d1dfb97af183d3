// IDs are a prefix and a UUIDv7 in lower-case Crockford base32 (TypeID), so IDs of one prefix sort
// by creation time, even if the clock goes back: see IdClock and setup/id-floor.ts.

import { randomBytes } from "node:crypto";
import { TypeID } from "typeid-js";
import { oncePerProcess } from "./once-per-process";

export const idPrefixes = {
  account: "acc",
  apiKey: "key",
  auditEntry: "aud",
  category: "cat",
  checkoutSession: "cs",
  creditNote: "crn",
  dataKey: "dk",
  dispute: "dsp",
  emailChange: "emc",
  event: "evt",
  invoice: "inv",
  issuer: "iss",
  job: "job",
  loginSession: "ses",
  mail: "mail",
  mailedLink: "lnk",
  order: "ord",
  payment: "pay",
  paymentLink: "plk",
  person: "per",
  portfolio: "pf",
  refund: "rfd",
  registryIncident: "rin",
  registryRequest: "rrq",
  registryRetirement: "rrt",
  reportLink: "rpl",
  securityEvent: "sec",
  signingKey: "sig",
  stockHold: "rsv",
  subaccount: "sub",
  task: "tsk",
  webhookEndpoint: "whe",
  webhookSecret: "whs",
  worker: "wrk",
} as const;

export type IdKind = keyof typeof idPrefixes;

/** Creates IDs that each sort after all before it. */
export class IdMaker {
  readonly clock: IdClock;
  #lastMs = 0;
  #sequence = 0;
  #lastSecretMs = 0;

  constructor(clock = new IdClock()) {
    this.clock = clock;
  }

  newId(kind: IdKind): string {
    const ms = Math.max(this.clock.now(), this.#lastMs);
    const random = nextRandom();
    // A new millisecond starts in the lower half of the sequence, which leaves two billion IDs.
    if (ms > this.#lastMs) this.#sequence = random.readUInt32BE(6) >>> 1;
    else this.#sequence += 1;
    this.#lastMs = ms;
    random.writeUInt16BE(this.#sequence >>> 20, 0);
    random.writeUInt16BE((this.#sequence >>> 6) & 0x3fff, 2);
    random.writeUInt8(((this.#sequence & 0x3f) << 2) | (random.readUInt8(4) & 3), 4);
    return idOf(kind, ms, random);
  }

  newSecretId(kind: IdKind): string {
    const ms = Math.max(this.clock.now(), this.#lastSecretMs + 1);
    this.#lastSecretMs = ms;
    return idOf(kind, ms, randomBytes(10));
  }
}

const POOL_BYTES = 4000;
const RANDOM_BYTES = 10;
let pool = Buffer.alloc(0);

/** The next 10 bytes of a pool, because each call of randomBytes costs as much as an ID. */
function nextRandom(): Buffer {
  if (pool.length < RANDOM_BYTES) pool = randomBytes(POOL_BYTES);
  const next = pool.subarray(0, RANDOM_BYTES);
  pool = pool.subarray(RANDOM_BYTES);
  return next;
}

/** Takes 10 bytes; the 6 bits of version and variant are overwritten, so 74 stay. */
function idOf(kind: IdKind, ms: number, bytes: Buffer): string {
  bytes.writeUInt8(0x70 | (bytes.readUInt8(0) & 0x0f), 0);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(2) & 0x3f), 2);
  const hex = ms.toString(16).padStart(12, "0") + bytes.toString("hex");
  return `${idPrefixes[kind]}_${lettersOf(hex)}`;
}

function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

let shared: { maker: IdMaker } | undefined;
/** Created at first use, because its clock starts then. */
const ids = () => (shared ??= oncePerProcess("ids", () => ({ maker: new IdMaker() })));
const idMaker = () => ids().maker;

/**
 * Runs work that adds rows of the past. Until it ends, all new IDs of this process have the time that
 * it set last, because lists read a period as a range of IDs.
 */
export async function withIdsOfPast<Result>(
  start: Date,
  work: (setTime: (now: Date) => void) => Promise<Result>,
): Promise<Result> {
  const holder = ids();
  const present = holder.maker;
  let ms = start.getTime();
  const past = () => ms;
  holder.maker = new IdMaker(new IdClock({ wall: past, monotonic: past }));
  try {
    return await work((at) => {
      ms = Math.max(ms, at.getTime());
    });
  } finally {
    holder.maker = present;
  }
}

/** Returns an ID that sorts after all that this process created before. */
export function newId(kind: IdKind): string {
  return idMaker().newId(kind);
}

/**
 * Returns an ID that cannot be guessed from other IDs: all 74 free bits of the UUIDv7 are random
 * (RFC 9562, section 5.7). Its time runs ahead of the clock if several are created in a
 * millisecond, so they sort by creation, too.
 */
export function newSecretId(kind: IdKind): string {
  return idMaker().newSecretId(kind);
}

/** Makes new IDs sort after these. Returns how many ms they run ahead of the clock. */
export function startIdsAfter(ids: readonly string[]): number {
  const times = ids.flatMap((id) => timeOf(id) ?? []);
  return idMaker().clock.startAfter(Math.max(0, ...times));
}

/** Returns the milliseconds since the epoch in an ID, or null if it is not one. */
export function timeOf(id: string): number | null {
  const letters = /^[a-z_]+_([0-7][0-9a-hjkmnp-tv-z]{25})$/.exec(id)?.[1];
  if (letters === undefined) return null;
  return Number.parseInt(uuidHexOf(letters).slice(0, 12), 16);
}

/** True if the text has the form of such an ID. */
export function isIdOf(kind: IdKind, id: string): boolean {
  return id.startsWith(`${idPrefixes[kind]}_`) && timeOf(id) !== null;
}

/**
 * Returns an ID that sorts before all created at this time or later, and after all earlier ones.
 */
export function firstIdAt(kind: IdKind, at: Date): string {
  const time = Math.max(0, at.getTime()).toString(16).padStart(12, "0");
  const uuid = `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
  return TypeID.fromUUID(idPrefixes[kind], uuid).toString();
}

const HOUR_MS = 3_600_000;

/** An ID before all rows created from this time on: an ID's time is within an hour of theirs. */
export function idBefore(kind: IdKind, from: Date): string {
  return firstIdAt(kind, new Date(from.getTime() - HOUR_MS));
}

/** An ID after all rows created up to this time. */
export function idAfter(kind: IdKind, to: Date): string {
  return firstIdAt(kind, new Date(to.getTime() + HOUR_MS));
}

const CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz";

/** By character code. */
const letterValues = new Uint8Array(128);
for (const [value, letter] of [...CROCKFORD].entries()) {
  letterValues[letter.charCodeAt(0)] = value;
}

/** Converts up to four letters of 5 bits each, from `start` to `end`, to hex. */
function hexOf(letters: string, start: number, end: number, digits: number): string {
  let value = 0;
  for (let at = start; at < end; at += 1) {
    value = value * 32 + (letterValues[letters.charCodeAt(at)] ?? 0);
  }
  return value.toString(16).padStart(digits, "0");
}

/** Converts 32 hex digits to an ID's 26 letters; the library takes ten times as long. */
function lettersOf(hex: string): string {
  const first = Number.parseInt(hex.slice(0, 2), 16);
  let letters = `${CROCKFORD[first >> 5]}${CROCKFORD[first & 31]}`;
  for (let place = 2; place < 32; place += 5) {
    const value = Number.parseInt(hex.slice(place, place + 5), 16);
    letters += `${CROCKFORD[value >> 15]}${CROCKFORD[(value >> 10) & 31]}`;
    letters += `${CROCKFORD[(value >> 5) & 31]}${CROCKFORD[value & 31]}`;
  }
  return letters;
}

/** Converts an ID's 26 letters to 32 hex digits. */
function uuidHexOf(letters: string): string {
  // 26 letters are 130 bits, of which the first two are zero; four letters are five hex digits.
  let hex = hexOf(letters, 0, 2, 2);
  for (let place = 2; place < 26; place += 4) hex += hexOf(letters, place, place + 4, 5);
  return hex;
}

/**
 * Order number on certificates: the ID's 128 bits in hex, in groups of four. Converted here because
 * the library takes a fifth of the time of a request that lists orders.
 */
export function orderNumber(orderId: string): string {
  const hex = uuidHexOf(orderId.slice(-26));
  let number = hex.slice(0, 4);
  for (let place = 4; place < hex.length; place += 4) number += `-${hex.slice(place, place + 4)}`;
  return number;
}

/** "7H3K-9Q2X": the end of an order's id, short enough for a phone call. Not a key. */
export function shortReference(orderId: string): string {
  const end = orderId.slice(-8).toUpperCase();
  return `${end.slice(0, 4)}-${end.slice(4)}`;
}

/** Returns null if it is not an order number. */
export function orderIdFromNumber(number: string): string | null {
  const hex = number.trim().toLowerCase().replaceAll("-", "");
  if (!/^[0-9a-f]{32}$/.test(hex)) return null;
  return TypeID.fromUUID(idPrefixes.order, uuidOf(hex)).toString();
}

/** In milliseconds. `wall` counts since the epoch. */
export interface TimeSource {
  wall(): number;
  monotonic(): number;
}

const systemTime: TimeSource = { wall: () => Date.now(), monotonic: () => performance.now() };

/**
 * Follows the wall clock forward. If that is set back, time continues at its former pace, so all
 * processes running then keep creating IDs in one order.
 */
export class IdClock {
  readonly #time: TimeSource;
  #anchorWall: number;
  #anchorMonotonic: number;

  constructor(time: TimeSource = systemTime) {
    this.#time = time;
    this.#anchorWall = time.wall();
    this.#anchorMonotonic = time.monotonic();
  }

  /** Whole milliseconds since the epoch, never decreasing. */
  now(): number {
    const monotonic = this.#time.monotonic();
    const wall = this.#time.wall();
    const expected = this.#anchorWall + monotonic - this.#anchorMonotonic;
    if (wall > expected) {
      this.#anchorWall = wall;
      this.#anchorMonotonic = monotonic;
    }
    return Math.floor(Math.max(wall, expected));
  }

  /** Returns how many ms the clock is now ahead of the wall clock. */
  startAfter(ms: number): number {
    const ahead = ms + 1 - this.now();
    if (ahead > 0) {
      this.#anchorWall = ms + 1;
      this.#anchorMonotonic = this.#time.monotonic();
    }
    return Math.max(0, this.now() - this.#time.wall());
  }
}
