// The secrets that sign the callbacks of many accounts.
import type { Context } from "#core/context";
import { findValidSecrets } from "./find-valid-secrets";

/** Each account's valid secrets, the current one first; none where none was made yet. */
export async function listWebhookSecrets(
  ctx: Context,
  input: { accountIds: readonly string[] },
): Promise<Map<string, string[]>> {
  const rows = await findValidSecrets(ctx, input);
  const byAccount = Map.groupBy(rows, ({ accountId }) => accountId);
  return new Map(
    [...byAccount].flatMap(([accountId, list]) =>
      // An account between two secrets gets its next one first.
      list.some(({ expiresAt }) => expiresAt === null)
        ? [[accountId, list.map(({ secret }) => secret)]]
        : [],
    ),
  );
}
