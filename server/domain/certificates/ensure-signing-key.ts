// The key that signs certificates; the first one is made when it is first needed.
import { generateKeyPairSync } from "node:crypto";
import type { Context } from "#core/context";
import { newId } from "#core/id";

export interface SigningKey {
  /** Under which the public half is published: the `kid` of JOSE. */
  id: string;
  /** PKCS #8, DER. */
  privateKey: Uint8Array;
}

async function findCurrent({ db }: Context): Promise<SigningKey | null> {
  const key = await db.prisma.signingKey.findFirst({ where: { retiredAt: null } });
  return key?.privateKey ? { id: key.id, privateKey: key.privateKey } : null;
}

async function make({ db, now }: Context): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  const key = {
    id: newId("signingKey"),
    publicKey: x,
    privateKey: new Uint8Array(privateKey.export({ format: "der", type: "pkcs8" })),
    createdAt: now,
  };
  // Of two that are made at once the database keeps one.
  await db.prisma.signingKey.createMany({ data: key, skipDuplicates: true });
}

/** The installation's one key that signs now. */
export async function ensureSigningKey(ctx: Context): Promise<SigningKey> {
  const found = await findCurrent(ctx);
  if (found) return found;
  await make(ctx);
  const made = await findCurrent(ctx);
  if (!made) throw new Error("The signing key was made and is not there");
  return made;
}
