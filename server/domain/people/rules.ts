import { Secret, TOTP } from "otpauth";
import { sha256 } from "#core/crypto";
import type { SecurityEventKind } from "./schema";

const QUARTER_HOUR_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Counters expire after this long without an attempt. */
export const ATTEMPT_RETENTION_MS = 2 * DAY_MS;

/** A counter, and how far it may go within a window that starts at the first attempt. */
export interface Limit {
  subject: Buffer;
  limit: number;
  windowMs: number;
  /** If shared, a success takes back one attempt instead of resetting the counter. */
  isShared: boolean;
}

type Kind =
  | "device"
  | "person and network"
  | "network"
  | "person"
  | "device codes"
  | "codes"
  | "proof"
  | "links"
  | "passkeys"
  | "passkey challenges"
  | "email changes"
  | "invitation mails"
  | "resets";

function limitOf(
  [kind, ...names]: [Kind, ...string[]],
  limit: number,
  { windowMs = QUARTER_HOUR_MS, isShared = false } = {},
): Limit {
  return { subject: sha256(JSON.stringify([kind, ...names])), limit, windowMs, isShared };
}

/** `email` is normalized. */
export interface LoginSource {
  email: string;
  network: string;
  /** The browser's device id if this person has logged in there before. */
  device: string | null;
}

/**
 * A known browser has its own counter, so strangers can't lock the person out of it. Others are
 * counted by person and network, by network (offices share one), and by person, which only guesses
 * from many networks at once can exhaust.
 */
export function loginLimits({ email, network, device }: LoginSource): Limit[] {
  if (device !== null) return [limitOf(["device", device], 10)];
  return [
    limitOf(["person and network", email, network], 10),
    limitOf(["network", network], 50, { isShared: true }),
    limitOf(["person", email], 100, { isShared: true }),
  ];
}

/** Codes are short, but only someone with the right password gets to guess them. */
export function codeLimits({ email, device }: LoginSource): Limit[] {
  return [device === null ? limitOf(["codes", email], 10) : limitOf(["device codes", device], 10)];
}

/** For repeated password prompts: `countedAs` is the session or link. */
export function proofLimits(countedAs: string): Limit[] {
  return [limitOf(["proof", countedAs], 10)];
}

/** Passkeys can't be guessed; this limits the cost of checking signatures. */
export function passkeyLimits(network: string): Limit[] {
  return [limitOf(["passkeys", network], 50, { isShared: true })];
}

/** Each unused challenge is a row for a few minutes. */
export function challengeLimits(network: string): Limit[] {
  return [limitOf(["passkey challenges", network], 200, { isShared: true })];
}

/** For invalid tokens of mailed links. */
export function linkLimits(network: string): Limit[] {
  return [limitOf(["links", network], 30, { isShared: true })];
}

export function resetLimits(network: string): Limit[] {
  return [limitOf(["resets", network], 20, { windowMs: HOUR_MS, isShared: true })];
}

/** Each request mails an address that may be anyone's. */
export function emailChangeLimits(personId: string): Limit[] {
  return [limitOf(["email changes", personId], 5, { windowMs: HOUR_MS })];
}

/** Mails of one invitation. */
export function invitationLimits(id: string): Limit[] {
  return [limitOf(["invitation mails", id], 3, { windowMs: HOUR_MS })];
}

export function resetSubject(email: string): Buffer {
  return sha256(JSON.stringify(["reset mails", email]));
}

export const RESET_LINK_MS = 2 * HOUR_MS;

/**
 * Pause in seconds after the first reset mail, the second, and so on. The longest is shorter than
 * the lifetime of a link, so the last mailed link works whenever a mail is withheld.
 */
export const RESET_PAUSES_SECONDS = [60, 300, 1200, 3600] as const;

/** The pauses start over after this long without a reset mail. */
export const RESET_CALM_SECONDS = DAY_MS / 1000;

export const SESSION_MS = 14 * 24 * 3_600_000;

/** Leaves time to find a key or a phone. */
export const CHALLENGE_MS = 5 * 60_000;

export const MAX_PASSKEYS = 20;

export interface SignCount {
  stored: bigint;
  received: bigint;
}

/** A copied key would not know the count. Authenticators that don't count always send 0. */
export function isNextCount({ stored, received }: SignCount): boolean {
  return received > stored || (stored === 0n && received === 0n);
}

const PERIOD_SECONDS = 30;
/** Tolerance for the authenticator's clock, in periods. */
const WINDOW = 1;

function totpOf(key: Uint8Array, email = ""): TOTP {
  const secret = new Secret({ buffer: Uint8Array.from(key).buffer });
  return new TOTP({ issuer: "Carbon Till", label: email, secret, period: PERIOD_SECONDS });
}

/** The address for the QR code, and the key for typing. */
export function totpAddress(key: Uint8Array, email: string): { url: string; key: string } {
  const totp = totpOf(key, email);
  return { url: totp.toString(), key: totp.secret.base32 };
}

/** Decodes a base32 key; null if it is malformed. */
export function totpKeyFrom(base32: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Z2-7]{32}$/.test(base32)) return null;
  return Uint8Array.from(Secret.fromBase32(base32).bytes);
}

/** The period since 1970 that the code belongs to; null if it is wrong or expired. */
export function totpStep(key: Uint8Array, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(key).validate({ token, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

/** A single wrong password is normal. These kinds deserve a review. */
const unusual = new Set<SecurityEventKind>([
  "auth.attempts_limited",
  "auth.passkey_count_regressed",
  "auth.sso_failed",
  "auth.permission_refused",
]);

export function levelOf(kind: SecurityEventKind): "info" | "warn" {
  return unusual.has(kind) ? "warn" : "info";
}
