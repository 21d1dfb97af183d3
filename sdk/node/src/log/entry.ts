// Entries of the public log: canonical JSON (RFC 8785) without personal data.

import { MAX_ENTRY_BYTES } from "./tile.js";
import { fromBase64, hashFromBase64, sha256 } from "./tree.js";

export const ENTRY_VERSION = 1;
export const MAX_PARTS = 200;

const TYPES = ["allocated", "evidence", "remedied", "corrected"] as const;
const KINDS = ["retired", "cancelled", "none"] as const;

export type EntryType = (typeof TYPES)[number];
/** `none` takes evidence back, in a `corrected` entry. */
export type EvidenceKind = (typeof KINDS)[number];

/** Kilograms from `from_kg` up to `to_kg`, counted from the serial `first` of a block. */
export interface EntryPart {
  registry: string;
  project: string;
  vintage: number;
  /** Serials without their numbers; of opaque serials, base64 of the text's SHA-256. */
  block: string;
  /** A decimal of any length; "0" of opaque serials. */
  first: string;
  unit_kg: number;
  from_kg: number;
  to_kg: number;
  /** Of evidence and corrections only. */
  kind?: EvidenceKind;
}

export interface LogEntry {
  v: typeof ENTRY_VERSION;
  type: EntryType;
  /** Commitment to an order. Hashes are base64. */
  subject: string;
  /** Revision of the subject, from 1. */
  seq: number;
  /** In UTC. */
  day: string;
  /** `remedied`: the credits that replace others. `corrected`: none, or what holds for them now. */
  parts: EntryPart[];
  opened: string;
  /** Leaf hash of the subject's entry before this one; null for its first. */
  previous: string | null;
  /** A revision with more parts than fit has entries 1 to n, one after another. */
  i: number;
  n: number;
  /** Of an order from before the log. */
  backfilled?: true;
}

export interface Openings {
  order: string;
  /** 32 bytes as base64. */
  salt: string;
  beneficiary: string | null;
  reference: string | null;
  time: string | null;
}

/** An explanation of bytes that are no entry. */
export class EntryError extends Error {
  override readonly name = "EntryError";
}

/** RFC 8785 for entries: fields in the order of their UTF-16 code units, and integers only. */
function canonicalText(entry: LogEntry): string {
  const { backfilled, day, i, n, opened, previous, seq, subject, type, v } = entry;
  const parts = entry.parts.map((part) => {
    const { block, first, from_kg, kind, project, registry, to_kg, unit_kg, vintage } = part;
    return { block, first, from_kg, kind, project, registry, to_kg, unit_kg, vintage };
  });
  const fields = { backfilled, day, i, n, opened, parts, previous, seq, subject, type, v };
  return JSON.stringify(fields);
}

function check(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new EntryError(problem);
}

const isCount = (value: unknown, min: number): value is number =>
  Number.isSafeInteger(value) && Number(value) >= min;
const isHash = (value: unknown) => typeof value === "string" && hashFromBase64(value) !== null;
/** Text without control characters and lone surrogates. */
const isText = (value: unknown, max: number) =>
  typeof value === "string" && value.length <= max && /^[^\p{Cc}\p{Cs}]+$/u.test(value);

function isDay(value: unknown): boolean {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

function checkPart(part: EntryPart, type: EntryType): void {
  check(isText(part.registry, 100), "registry is no text");
  check(isText(part.project, 200), "project is no text");
  check(part.block === "" || isText(part.block, 500), "block is no text");
  check(isCount(part.vintage, 1900) && part.vintage < 3000, "vintage is no year");
  check(typeof part.first === "string" && /^(0|[1-9]\d{0,99})$/.test(part.first), "first is wrong");
  check(isCount(part.unit_kg, 1), "unit_kg is no amount");
  check(isCount(part.from_kg, 0), "from_kg is no position");
  check(isCount(part.to_kg, part.from_kg + 1), "to_kg is not after from_kg");
  const isEvidence = type === "evidence" || type === "corrected";
  const kinds: readonly unknown[] = type === "corrected" ? KINDS : KINDS.slice(0, 2);
  check(isEvidence ? kinds.includes(part.kind) : part.kind === undefined, "kind is wrong");
}

function checkEntry(entry: LogEntry): void {
  check(entry.v === ENTRY_VERSION, "v is unknown");
  check(TYPES.includes(entry.type), "type is unknown");
  check(isHash(entry.subject), "subject is no hash");
  check(isHash(entry.opened), "opened is no hash");
  check(entry.previous === null || isHash(entry.previous), "previous is no hash");
  check(isCount(entry.seq, 1), "seq is no revision");
  check(isDay(entry.day), "day is no date");
  check(isCount(entry.i, 1) && isCount(entry.n, entry.i), "i and n are wrong");
  check(entry.backfilled === undefined || entry.backfilled === true, "backfilled is wrong");
  check(Array.isArray(entry.parts), "parts is no list");
  const { length } = entry.parts;
  check(length <= MAX_PARTS, `more than ${MAX_PARTS} parts`);
  check(length > 0 || entry.type === "corrected", "no parts");
  for (const part of entry.parts) {
    check(typeof part === "object" && part !== null, "a part is no object");
    checkPart(part, entry.type);
  }
}

/** @throws EntryError for what no log may contain */
export function encodeEntry(entry: LogEntry): Buffer {
  checkEntry(entry);
  const bytes = Buffer.from(canonicalText(entry));
  check(bytes.length <= MAX_ENTRY_BYTES, "larger than 32 KiB");
  return bytes;
}

function parseObject(bytes: Uint8Array): LogEntry {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString());
    if (typeof value === "object" && value !== null) return value as LogEntry;
  } catch {
    // Reported below.
  }
  throw new EntryError("not a JSON object");
}

/**
 * Unknown fields, and with them personal ones, are missing from the canonical form.
 * @throws EntryError unless the bytes are the canonical form of an entry
 */
export function parseEntry(bytes: Uint8Array): LogEntry {
  check(bytes.length <= MAX_ENTRY_BYTES, "larger than 32 KiB");
  const entry = parseObject(bytes);
  checkEntry(entry);
  const isCanonical = Buffer.from(canonicalText(entry)).equals(bytes);
  check(isCanonical, "not canonical, or with unknown fields");
  return entry;
}

function commit(label: string, salt: string, content: string): string {
  const bytes = fromBase64(salt);
  if (bytes?.length !== 32) throw new EntryError("the salt is not 32 bytes");
  return sha256(Buffer.from(`${label}\n`), bytes, Buffer.from(content)).toString("base64");
}

/** SHA-256("carbon-till log subject v1\n" || salt || order id), as base64 */
export function commitSubject({ salt, order }: Pick<Openings, "salt" | "order">): string {
  return commit("carbon-till log subject v1", salt, order);
}

/** SHA-256("carbon-till log opening v1\n" || salt || canonical JSON of the three), as base64 */
export function commitOpening({ salt, beneficiary, reference, time }: Openings): string {
  const content = JSON.stringify({ beneficiary, reference, time });
  return commit("carbon-till log opening v1", salt, content);
}
