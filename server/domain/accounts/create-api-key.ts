// Makes an API key; its token is shown this once, and only its hash is kept.
import type { AccountContext, Mode, Scope } from "#core/context";
import { checksumBase62, randomBase62, sha256 } from "#core/crypto";
import { invalid } from "#core/errors";
import { newId } from "#core/id";
import { recordAudit } from "./record-audit";

interface CreateApiKey {
  name: string;
  scope: Scope;
}

// 32 characters of base 62 are 190 random bits.
const SECRET_LENGTH = 32;

/** A new API key: its mode in plain sight, a secret, and a checksum over both. */
function newKeyToken(mode: Mode): string {
  const body = `ct_${mode}_${randomBase62(SECRET_LENGTH)}`;
  return body + checksumBase62(body);
}

/** Makes a key of the context's account. @throws invalid `name` */
export async function createApiKey(
  ctx: AccountContext,
  input: CreateApiKey,
): Promise<{ id: string; token: string }> {
  const name = input.name.trim();
  if (name === "" || name.length > 512) throw invalid("name", "must have 1 to 512 characters");
  const id = newId("apiKey");
  const token = newKeyToken(ctx.account.mode);
  await ctx.db.prisma.apiKey.create({
    data: {
      accountId: ctx.account.id,
      id,
      name,
      scope: input.scope,
      tokenHash: new Uint8Array(sha256(token)),
      tokenHint: token.slice(-4),
      createdAt: ctx.now,
    },
  });
  await recordAudit(ctx, {
    action: "api_key.created",
    subjectId: id,
    data: { name, scope: input.scope },
  });
  return { id, token };
}
