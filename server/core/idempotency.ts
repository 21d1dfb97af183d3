// A request repeated with its idempotency key has its effect once and gets its first response.
import type { AccountContext, KeyClaim, StoredResponse } from "./context";
import { sha256 } from "./crypto";
import { isLockTimeout } from "./db-errors";
import { KeyTaken, Problem } from "./errors";
import { type CoreTables, type Params, pick, queriesOn } from "./query";

const query = queriesOn<CoreTables>();

export type IdempotencyKey = Omit<KeyClaim, "response">;

interface Key {
  accountId: string;
  key: string;
}

const claimKey = query(
  "idempotency-claim",
  (db, claim: Params<Key & { requestHash: Buffer; createdAt: Date }>) =>
    db
      .insertInto("idempotencyKeys")
      .values(pick(claim, ["accountId", "key", "requestHash", "createdAt"]))
      .onConflict((conflict) => conflict.doNothing())
      .returning("key"),
);

const storeResponse = query(
  "idempotency-keep",
  (db, response: Params<Key & { status: number; headers: string; body: string }>) =>
    db
      .updateTable("idempotencyKeys")
      .set(pick(response, ["status", "headers", "body"]))
      .where("accountId", "=", response.accountId)
      .where("key", "=", response.key),
);

// A visible key always has a response: both are committed together.
const findResponse = query("idempotency-find", (db, claim: Params<Key>) =>
  db
    .selectFrom("idempotencyKeys")
    .select(["requestHash", "status", "headers", "body"])
    .where("accountId", "=", claim.accountId)
    .where("key", "=", claim.key)
    .$narrowType<StoredResponse>(),
);

/** Two requests with the same hash are the same request. */
export function hashRequest(...parts: unknown[]): Buffer {
  return sha256(JSON.stringify(parts));
}

/**
 * Claims the key, runs `work`, and stores its response, in the context's transaction. `repeated`
 * returns the response that a repeated request gets.
 */
export async function runClaimed(
  ctx: AccountContext,
  { key, requestHash }: IdempotencyKey,
  work: () => Promise<StoredResponse>,
  repeated = (response: StoredResponse) => response,
): Promise<StoredResponse> {
  const row = { accountId: ctx.account.id, key };
  const claimed = await claimKey(ctx.db, { ...row, requestHash, createdAt: ctx.now });
  if (claimed.length === 0) throw new KeyTaken();
  const response = await work();
  const { headers, ...others } = repeated(response);
  await storeResponse(ctx.db, { ...row, ...others, headers: JSON.stringify(headers) });
  return response;
}

/**
 * The response to the key's first request, or null if that request failed.
 * @throws idempotency-changed-payload
 */
export async function findStoredResponse(
  ctx: AccountContext,
  { key, requestHash }: IdempotencyKey,
): Promise<StoredResponse | null> {
  const [row] = await findResponse(ctx.db, { accountId: ctx.account.id, key });
  if (!row) return null;
  if (!requestHash.equals(row.requestHash)) throw new Problem("idempotency-changed-payload");
  return row;
}

/**
 * Performs a claimed request, or returns the earlier response.
 * @throws idempotency-changed-payload; idempotency-concurrent-requests if the first request is
 * still running
 */
export async function performOnce(
  ctx: AccountContext,
  key: IdempotencyKey,
  perform: () => Promise<StoredResponse>,
): Promise<{ response: StoredResponse; isReplay: boolean }> {
  try {
    return { response: await perform(), isReplay: false };
  } catch (error) {
    if (isLockTimeout(error))
      throw new Problem("idempotency-concurrent-requests", { cause: error });
    const isTaken = error instanceof KeyTaken;
    if (!isTaken && !(error instanceof Problem)) throw error;
    // A request that would be rejected by now, because a price or portfolio has changed, may have
    // succeeded earlier.
    const response = await findStoredResponse(ctx, key);
    if (response) return { response, isReplay: true };
    throw isTaken ? new Problem("idempotency-concurrent-requests") : error;
  }
}
