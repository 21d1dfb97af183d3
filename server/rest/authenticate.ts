// Who is asking: the bearer key of a request.
import type { AccountContext, Context } from "#core/context";
import { forbidden, Problem } from "#core/errors";
import { authenticateKey } from "#domain/accounts";

/** The context with the key's account. @throws unauthorized */
export async function authenticate(ctx: Context, request: Request): Promise<AccountContext> {
  const header = request.headers.get("authorization") ?? "";
  const token = /^Bearer +([^\s]+)$/i.exec(header)?.[1];
  const holder = token === undefined ? null : await authenticateKey(ctx, token);
  if (!holder) throw new Problem("unauthorized");
  const { keyId, scope, account } = holder;
  return { ...ctx, actor: { type: "key", id: keyId, scope }, account };
}

/** @throws forbidden where the key may only read */
export function requireWriteScope(ctx: AccountContext): void {
  if (ctx.actor.type === "key" && ctx.actor.scope === "write") return;
  throw forbidden("This key may only read", "Use a key with the scope `write`.");
}
