// Limits on guessing, authenticator codes, and how people log in.

import { Secret, TOTP } from "otpauth";
import { sha256 } from "#core/crypto";
import type { SecurityEventKind } from "./schema";

const QUARTER_HOUR_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** No counter is read after this long without an attempt. */
export const FORGET_AFTER_MS = 2 * DAY_MS;

/** One counter, and how far it may go within a window that starts at the first attempt. */
export interface Limit {
  subject: Buffer;
  limit: number;
  windowMs: number;
  /** Others count here too: a success takes back one attempt, not all of them. */
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
  | "resets";

function limitOf(
  [kind, ...names]: [Kind, ...string[]],
  limit: number,
  { windowMs = QUARTER_HOUR_MS, isShared = false } = {},
): Limit {
  return { subject: sha256(JSON.stringify([kind, ...names])), limit, windowMs, isShared };
}

/** Where a login comes from. `email` is normalized. */
export interface LoginSource {
  email: string;
  network: string;
  /** The browser's device id, if this person logged in there before. */
  device: string | null;
}

/**
 * A browser that a person used before has a counter of its own, so no stranger can lock them out of
 * it. All other browsers are counted by person and network, by network (offices share one), and by
 * person, which only guessing from many networks at once can exhaust.
 */
export function loginLimits({ email, network, device }: LoginSource): Limit[] {
  if (device !== null) return [limitOf(["device", device], 10)];
  return [
    limitOf(["person and network", email, network], 10),
    limitOf(["network", network], 50, { isShared: true }),
    limitOf(["person", email], 100, { isShared: true }),
  ];
}

/** Second-factor codes are short. Only somebody with the right password gets to guess one. */
export function codeLimits({ email, device }: LoginSource): Limit[] {
  return [device === null ? limitOf(["codes", email], 10) : limitOf(["device codes", device], 10)];
}

/** Passwords asked for again: `countedAs` names the session or the link that asks. */
export function proofLimits(countedAs: string): Limit[] {
  return [limitOf(["proof", countedAs], 10)];
}

/** Passkeys cannot be guessed; this bounds what checking signatures costs. */
export function passkeyLimits(network: string): Limit[] {
  return [limitOf(["passkeys", network], 50, { isShared: true })];
}

/** Each challenge is a row until somebody answers it, or a few minutes have passed. */
export function challengeLimits(network: string): Limit[] {
  return [limitOf(["passkey challenges", network], 200, { isShared: true })];
}

/** Tokens of mailed links that open nothing. */
export function linkLimits(network: string): Limit[] {
  return [limitOf(["links", network], 30, { isShared: true })];
}

/** Requests for a reset mail, to whatever addresses. */
export function resetLimits(network: string): Limit[] {
  return [limitOf(["resets", network], 20, { windowMs: HOUR_MS, isShared: true })];
}

/** The counter of reset mails to one address. */
export function resetSubject(email: string): Buffer {
  return sha256(JSON.stringify(["reset mails", email]));
}

/** How long a reset link works. */
export const RESET_LINK_MS = 2 * HOUR_MS;

/**
 * Seconds from one reset mail to the next: after the first, the second, and so on. The longest is
 * shorter than a link lives, so whenever a mail is withheld the last one still works.
 */
export const RESET_PAUSES_SECONDS = [60, 300, 1200, 3600] as const;

/** After this long without a reset mail, the pauses start over. */
export const RESET_CALM_SECONDS = DAY_MS / 1000;

export const SESSION_MS = 14 * 24 * 3_600_000;

/** An e-mail address as it is stored and compared. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** The person may have to look for a key, or for a phone. */
export const CHALLENGE_MS = 5 * 60_000;

/** More than anybody has devices. */
export const MAX_PASSKEYS = 20;

export interface SignCount {
  stored: bigint;
  received: bigint;
}

/** Authenticators that count must count up: a copy of the key would not know how far. */
export function isNextCount({ stored, received }: SignCount): boolean {
  return received > stored || (stored === 0n && received === 0n);
}

const PERIOD_SECONDS = 30;
/** How many periods the authenticator's clock may be off. */
const WINDOW = 1;

function totpOf(key: Uint8Array, email = ""): TOTP {
  const secret = new Secret({ buffer: Uint8Array.from(key).buffer });
  return new TOTP({ issuer: "Carbon Till", label: email, secret, period: PERIOD_SECONDS });
}

/** The address that an authenticator reads from a picture, and the key for typing it. */
export function totpAddress(key: Uint8Array, email: string): { url: string; key: string } {
  const totp = totpOf(key, email);
  return { url: totp.toString(), key: totp.secret.base32 };
}

/** The bytes of a key in base 32; null where it is none. */
export function totpKeyFrom(base32: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Z2-7]{32}$/.test(base32)) return null;
  return Uint8Array.from(Secret.fromBase32(base32).bytes);
}

/** The period since 1970 that the code is of; null where it is wrong or old. */
export function totpStep(key: Uint8Array, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(key).validate({ token, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

/** One wrong password is everyday life. These deserve a look each. */
const unusual = new Set<SecurityEventKind>([
  "auth.attempts_limited",
  "auth.passkey_count_regressed",
  "auth.sso_failed",
  "auth.permission_refused",
]);

/** At which level the event is logged. */
export function levelOf(kind: SecurityEventKind): "info" | "warn" {
  return unusual.has(kind) ? "warn" : "info";
}
