// Idempotency keys: a request repeated with its key has its effect once, and gets its first answer.
import type { AccountContext, Claim, KeptAnswer } from "#core/context";
import { sha256 } from "#core/crypto";
import type { Statement } from "#core/db";
import { isLockTimeout } from "#core/db-errors";
import { ClaimTaken, invalid, Problem } from "#core/errors";

export const MAX_KEY_LENGTH = 512;

const CLAIM: Statement = {
  name: "idempotency-claim",
  text: `
    INSERT INTO idempotency_keys (account_id, key, request_hash, created_at)
    VALUES ($1, $2, $3::bytea, $4::timestamptz) ON CONFLICT DO NOTHING RETURNING 1 AS claimed`,
};

const KEEP: Statement = {
  name: "idempotency-keep",
  text: `
    UPDATE idempotency_keys SET status = $3::int, headers = $4::jsonb, body = $5::text
    WHERE account_id = $1 AND key = $2 RETURNING 1 AS kept`,
};

const FIND: Statement = {
  name: "idempotency-find",
  text: `
    SELECT request_hash, status, headers, body FROM idempotency_keys
    WHERE account_id = $1 AND key = $2`,
};

/** The request's Idempotency-Key, or null. @throws invalid where it is blank; idempotency-key-too-long */
export function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null) return null;
  // A blank one is mostly a shell variable that was not set: the caller believes to be protected.
  if (key.trim() === "") throw invalid("Idempotency-Key", "must not be blank", "required");
  if (key.length <= MAX_KEY_LENGTH) return key;
  throw new Problem("idempotency-key-too-long", {
    detail: `An idempotency key may have at most ${MAX_KEY_LENGTH} characters.`,
  });
}

/** What makes two requests the same: where they go, for whom, and all they ask. */
export function hashRequest(...parts: unknown[]): Buffer {
  return sha256(JSON.stringify(parts));
}

/** Runs `work` after claiming the key, and keeps its answer, in the context's transaction. */
export async function runClaimed(
  ctx: AccountContext,
  claim: Claim,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const key = [ctx.account.id, claim.key];
  const claimed = await ctx.db.query(CLAIM, [...key, claim.requestHash, ctx.now]);
  if (claimed.length === 0) throw new ClaimTaken();
  const result = await work();
  const { status, headers, body } = claim.answer(result);
  await ctx.db.query(KEEP, [...key, status, JSON.stringify(headers), body]);
  return result;
}

/**
 * The answer that the key's first request got, or null where that request came to nothing.
 * @throws idempotency-changed-payload
 */
export async function findKept(ctx: AccountContext, claim: Claim): Promise<KeptAnswer | null> {
  const [row] = await ctx.db.query<KeptAnswer & { request_hash: Uint8Array }>(FIND, [
    ctx.account.id,
    claim.key,
  ]);
  if (!row) return null;
  if (!claim.requestHash.equals(row.request_hash)) throw new Problem("idempotency-changed-payload");
  return row;
}

/**
 * Performs a claimed request, or finds the answer that it got before.
 * @throws idempotency-changed-payload; idempotency-concurrent-requests where the first is running
 */
export async function performOnce(
  ctx: AccountContext,
  claim: Claim,
  perform: () => Promise<unknown>,
): Promise<{ result: unknown } | { kept: KeptAnswer }> {
  try {
    return { result: await perform() };
  } catch (error) {
    if (isLockTimeout(error))
      throw new Problem("idempotency-concurrent-requests", { cause: error });
    const isTaken = error instanceof ClaimTaken;
    if (!isTaken && !(error instanceof Problem)) throw error;
    // What would be refused by now, because a price or a portfolio has changed, was done before.
    const kept = await findKept(ctx, claim);
    if (kept) return { kept };
    throw isTaken ? new Problem("idempotency-concurrent-requests") : error;
  }
}
