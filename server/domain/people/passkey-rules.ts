// How long a challenge may be answered, and how authenticators count.

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
