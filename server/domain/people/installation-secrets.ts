import { randomBytes } from "node:crypto";
import type { Context } from "#core/context";
import { decryptBytes, encryptBytes } from "#core/data-key";

/** Returns a base64url secret shared by all processes. */
export async function ensureSecret(
  ctx: Context,
  { name }: { name: "cookies" | "unsubscribe" },
): Promise<string> {
  const { installationSecret } = ctx.db.prisma;
  const place = { column: "installation_secrets.value", row: name } as const;
  const find = () => installationSecret.findUnique({ where: { name } });
  let secret = await find();
  if (!secret) {
    const value = await encryptBytes(ctx, place, new Uint8Array(randomBytes(32)));
    const data = { name, value, createdAt: ctx.now };
    await installationSecret.createMany({ data, skipDuplicates: true });
    secret = await find();
  }
  if (!secret) throw new Error(`secret ${name} missing after it was created`);
  return Buffer.from(await decryptBytes(ctx, place, secret.value)).toString("base64url");
}

export const ensureCookieSecret = (ctx: Context) => ensureSecret(ctx, { name: "cookies" });
