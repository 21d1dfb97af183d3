// Challenges for authenticators: random, short-lived, and usable once.
import { randomBytes } from "node:crypto";
import type { Context } from "#core/context";
import { CHALLENGE_MS } from "./passkey-rules";

const CHALLENGE_BYTES = 32;

/** Whose response a challenge is for. Before a login the person is not known. */
export type ChallengeFor =
  | { purpose: "login"; personId: null }
  | { purpose: "registration" | "proof"; personId: string };

/** Stores a new challenge and returns its bytes. */
export async function createChallenge(
  ctx: Context,
  { purpose, personId }: ChallengeFor,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = randomBytes(CHALLENGE_BYTES);
  const expiresAt = new Date(ctx.now.getTime() + CHALLENGE_MS);
  const challenge = bytes.toString("base64url");
  await ctx.db.prisma.passkeyChallenge.create({
    data: { challenge, purpose, personId, expiresAt },
  });
  return Uint8Array.from(bytes);
}

/** The challenge that a response was made for, as its browser reports it; null if unreadable. */
function challengeOf(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"));
    const { challenge } = (data ?? {}) as { challenge?: unknown };
    return typeof challenge === "string" && challenge.length <= 128 ? challenge : null;
  } catch {
    return null;
  }
}

/**
 * Takes the challenge that the response names, so no other response can use it. Null where it was
 * used, is too old, or is for somebody or something else. Call it outside a transaction: a rollback
 * would make the challenge usable again.
 */
export async function takeChallenge(
  ctx: Context,
  { clientDataJSON, purpose, personId }: ChallengeFor & { clientDataJSON: string },
): Promise<string | null> {
  const challenge = challengeOf(clientDataJSON);
  if (challenge === null) return null;
  const { count } = await ctx.db.prisma.passkeyChallenge.deleteMany({
    where: { challenge, purpose, personId, expiresAt: { gt: ctx.now } },
  });
  return count === 1 ? challenge : null;
}

/** Deletes challenges that nobody answered in time. */
export async function forgetOldChallenges(ctx: Context): Promise<void> {
  await ctx.db.prisma.passkeyChallenge.deleteMany({ where: { expiresAt: { lte: ctx.now } } });
}
