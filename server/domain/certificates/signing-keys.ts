import { generateKeyPairSync } from "node:crypto";
import { z } from "zod";
import type { Context } from "#core/context";
import { decryptBytes, encryptBytes, type Place } from "#core/data-key";
import { notFound } from "#core/errors";
import { newId } from "#core/id";
import type { Table } from "#core/query";
import { recordAudit } from "#core/record-audit";
import type { Prisma, SigningKey as SigningKeyRow } from "#prisma";

export interface CertificateTables {
  signingKeys: Table<SigningKeyRow, Prisma.SigningKeyUncheckedCreateInput>;
}

export interface SigningKey {
  /** The JOSE `kid`. */
  id: string;
  /** PKCS #8, DER. */
  privateKey: Uint8Array;
}

const placeOf = (id: string): Place => ({ column: "signing_keys.private_key", row: id });

async function findCurrent(ctx: Context): Promise<SigningKey | null> {
  const key = await ctx.db.prisma.signingKey.findFirst({ where: { retiredAt: null } });
  if (!key?.privateKey) return null;
  const { id } = key;
  return { id, privateKey: await decryptBytes(ctx, placeOf(id), key.privateKey) };
}

async function createKey(ctx: Context): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  const id = newId("signingKey");
  const plain = new Uint8Array(privateKey.export({ format: "der", type: "pkcs8" }));
  const stored = await encryptBytes(ctx, placeOf(id), plain);
  const key = { id, publicKey: x, privateKey: stored, createdAt: ctx.now };
  // The database keeps one of two keys that are created concurrently.
  await ctx.db.prisma.signingKey.createMany({ data: key, skipDuplicates: true });
}

/** Returns the current key of the installation. */
export async function ensureSigningKey(ctx: Context): Promise<SigningKey> {
  const current = await findCurrent(ctx);
  if (current) return current;
  await createKey(ctx);
  const created = await findCurrent(ctx);
  if (!created) throw new Error("the new signing key is missing");
  return created;
}

export interface PublishedKey {
  id: string;
  /** The x coordinate in base64url. */
  publicKey: string;
  createdAt: Date;
  /** Null for the current key. */
  retiredAt: Date | null;
}

/** Returns all keys that are not revoked, newest first. */
export function listSigningKeys({ db }: Context): Promise<PublishedKey[]> {
  return db.prisma.signingKey.findMany({
    where: { withdrawnAt: null },
    select: { id: true, publicKey: true, createdAt: true, retiredAt: true },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
  });
}

/**
 * Creates a key, which signs all certificates from now on. The public key of the former one stays
 * published for existing copies; its private key is destroyed.
 */
export async function rotateSigningKey(ctx: Context): Promise<SigningKey> {
  await ctx.db.prisma.signingKey.updateMany({
    where: { retiredAt: null },
    data: { retiredAt: ctx.now, privateKey: null },
  });
  const key = await ensureSigningKey(ctx);
  await recordAudit(ctx, { action: "signing_key.rotated", subjectId: key.id });
  return key;
}

/**
 * Unpublishes the key and replaces it if it is the current one. Certificates are signed on request, so
 * only existing copies become unverifiable; they can be downloaded again.
 * @throws notFound if no key has the ID
 */
export async function withdrawSigningKey(ctx: Context, id: string): Promise<void> {
  const { signingKey } = ctx.db.prisma;
  const key = await signingKey.findUnique({ where: { id } });
  if (!key) throw notFound("signing key");
  if (key.retiredAt === null) await rotateSigningKey(ctx);
  await signingKey.updateMany({
    where: { id, withdrawnAt: null },
    data: { withdrawnAt: ctx.now },
  });
  await recordAudit(ctx, { action: "signing_key.withdrawn", subjectId: id });
}

const Jwk = z.strictObject({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  alg: z.literal("EdDSA"),
  use: z.literal("sig"),
  kid: z.string(),
  x: z.string(),
});

/** A JSON Web Key Set (RFC 7517) of Ed25519 keys (RFC 8037). */
export const JwksResource = z.strictObject({ keys: z.array(Jwk) });
export type JwksResource = z.infer<typeof JwksResource>;

export function toJwksResource(keys: { id: string; publicKey: string }[]): JwksResource {
  return {
    keys: keys.map(({ id, publicKey }) => ({
      kty: "OKP",
      crv: "Ed25519",
      alg: "EdDSA",
      use: "sig",
      kid: id,
      x: publicKey,
    })),
  };
}
