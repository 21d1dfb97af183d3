import { currentRequest } from "#core/caller";
import type { AccountContext, Context } from "#core/context";
import { forbidden, Problem } from "#core/errors";
import { authenticateKey } from "#domain/accounts";

/** Adds the key's account to the context. @throws unauthorized */
export async function authenticate(ctx: Context, request: Request): Promise<AccountContext> {
  const header = request.headers.get("authorization") ?? "";
  const token = /^Bearer +([^\s]+)$/i.exec(header)?.[1];
  const holder = token === undefined ? null : await authenticateKey(ctx, token);
  if (!holder) throw new Problem("unauthorized");
  const { keyId, scope, spendingLimitId, account } = holder;
  const actor = { type: "key", id: keyId, scope, spendingLimitId } as const;
  return { ...ctx, actor, account };
}

/** @throws forbidden if the key can only read */
export function requireWriteScope(ctx: AccountContext): void {
  if (ctx.actor.type === "key" && ctx.actor.scope === "write") return;
  throw forbidden("This key can only read", "Use a key with the scope `write`.");
}

/** For the access log, see server/http/access-log.ts. */
export function recordKey({ actor }: Context): void {
  const request = currentRequest();
  if (request && actor.type === "key") request.keyId = actor.id;
}
