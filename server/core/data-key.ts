// Envelope encryption of secrets in the database: CT_MASTER_KEY encrypts one data key, which
// encrypts the values. Without a data key, values are stored plain. An encrypted value is "enc:1:", the
// key's ID, ":", then nonce, tag and ciphertext in base64url. AES-256-GCM also authenticates where the
// value is stored.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { DataKey } from "#prisma";
import type { Context } from "./context";
import { type EncryptionKey, masterKeyFrom, newKeyBytes } from "./crypto";
import type { Db } from "./db";
import { env } from "./env";
import { newId } from "./id";
import { oncePerProcess } from "./once-per-process";
import { recordAudit } from "./record-audit";

/** Columns with encrypted values, as table.column. */
export const encryptedColumns = [
  "data_keys.wrapped",
  "installation_secrets.value",
  "people.totp_key",
  "signing_keys.private_key",
  "webhook_secrets.secret",
] as const;

/** The place of a stored value. Moved to another one, it cannot be decrypted. */
export interface Place {
  column: (typeof encryptedColumns)[number];
  /** The row's ID or name. */
  row: string;
}

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PREFIX = "enc:1:";
const FORMAT = /^enc:1:([\w-]+):([\w-]+)$/;

/** Tells an encrypted value from a plain one: no plain one starts with the prefix. */
export function isEncrypted(stored: string | Uint8Array): boolean {
  const start = typeof stored === "string" ? stored : Buffer.from(stored.subarray(0, 6));
  return start.toString("latin1").startsWith(PREFIX);
}

function textOf({ column, row }: Place, keyId: string): Buffer {
  return Buffer.from(`${PREFIX}${keyId}:${column}:${row}`);
}

function encrypt(key: EncryptionKey, place: Place, plain: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key.bytes, nonce).setAAD(textOf(place, key.id));
  const parts = [cipher.update(plain), cipher.final()];
  const bytes = Buffer.concat([nonce, cipher.getAuthTag(), ...parts]);
  return `${PREFIX}${key.id}:${bytes.toString("base64url")}`;
}

function keyIdOf(stored: string): string {
  const [, id] = FORMAT.exec(stored) ?? [];
  if (id === undefined) throw new Error("an encrypted value is damaged");
  return id;
}

/** @throws an error if the key is not the value's, or the value was changed or moved */
function decrypt(key: EncryptionKey, place: Place, stored: string): Buffer {
  const bytes = Buffer.from(FORMAT.exec(stored)?.[2] ?? "", "base64url");
  try {
    const decipher = createDecipheriv(ALGORITHM, key.bytes, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(textOf(place, keyIdOf(stored)));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const plain = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([plain, decipher.final()]);
  } catch (cause) {
    const { column, row } = place;
    const message = `${column} of ${row} cannot be decrypted: it was changed or moved`;
    throw new Error(message, { cause });
  }
}

type WithDb = Pick<Context, "db">;

const keyFrom = (text: string | undefined) => masterKeyFrom(text?.trim() ?? "");

/** The master key of CT_MASTER_KEY, which encrypts. */
export const currentMasterKey = () => keyFrom(env.CT_MASTER_KEY);

/** The current master key, and then former ones, which only decrypt. */
function masterKeys(): EncryptionKey[] {
  const former = env.CT_MASTER_KEY_OLD?.split(",") ?? [];
  return [currentMasterKey(), ...former.map(keyFrom)].flatMap((key) => key ?? []);
}

const wrappedPlace = (id: string): Place => ({ column: "data_keys.wrapped", row: id });

function unwrap({ id, wrapped, masterKeyId }: DataKey): EncryptionKey {
  const master = masterKeys().find((key) => key.id === masterKeyId);
  if (master) return { id, bytes: decrypt(master, wrappedPlace(id), wrapped) };
  throw new Error(
    env.CT_MASTER_KEY === undefined
      ? `Secrets in the database are encrypted with the master key ${masterKeyId}. Set CT_MASTER_KEY ` +
          "to it."
      : `Secrets in the database are encrypted with the master key ${masterKeyId}, which is neither ` +
          "CT_MASTER_KEY nor in CT_MASTER_KEY_OLD. Set the right one: after a rotation, the new " +
          "one; before it, the former one in CT_MASTER_KEY_OLD.",
  );
}

// By ID, which no two databases share.
const known = oncePerProcess("dataKeys", () => new Map<string, EncryptionKey>());

function keyOfRow(row: DataKey): EncryptionKey {
  const key = known.get(row.id) ?? unwrap(row);
  known.set(row.id, key);
  return key;
}

export function findDataKey({ db }: WithDb): Promise<DataKey | null> {
  return db.prisma.dataKey.findFirst();
}

/** True if a configured master key can decrypt the data key. */
export function isUsable({ masterKeyId }: DataKey): boolean {
  return masterKeys().some(({ id }) => id === masterKeyId);
}

/** Encrypts a value if the installation has a data key. */
export async function encryptText(ctx: WithDb, place: Place, plain: string): Promise<string> {
  const row = await findDataKey(ctx);
  return row ? encrypt(keyOfRow(row), place, Buffer.from(plain)) : plain;
}

export async function encryptBytes(
  ctx: WithDb,
  place: Place,
  plain: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const row = await findDataKey(ctx);
  return row ? new Uint8Array(Buffer.from(encrypt(keyOfRow(row), place, plain))) : plain;
}

async function keyOf({ db }: WithDb, stored: string): Promise<EncryptionKey> {
  const id = keyIdOf(stored);
  const key = known.get(id);
  if (key) return key;
  const row = await db.prisma.dataKey.findUnique({ where: { id } });
  if (!row) throw new Error(`the data key ${id} of an encrypted value is missing`);
  return keyOfRow(row);
}

/** Returns a plain value as it is. */
export async function decryptText(ctx: WithDb, place: Place, stored: string): Promise<string> {
  if (!isEncrypted(stored)) return stored;
  return decrypt(await keyOf(ctx, stored), place, stored).toString();
}

export async function decryptBytes(
  ctx: WithDb,
  place: Place,
  stored: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!isEncrypted(stored)) return stored;
  const text = Buffer.from(stored).toString("latin1");
  return new Uint8Array(decrypt(await keyOf(ctx, text), place, text));
}

/** @throws if the installation has a data key that no configured master key can decrypt */
export async function requireMasterKey(db: Db): Promise<void> {
  const [table] = await db.query<{ exists: boolean }>(
    { name: "data-keys-exist", text: "SELECT to_regclass('data_keys') IS NOT NULL AS exists" },
    [],
  );
  if (!table?.exists) return;
  const row = await findDataKey({ db });
  if (row) unwrap(row);
}

/** Creates the data key, from which on new values are encrypted. @throws without CT_MASTER_KEY */
export async function ensureDataKey(ctx: Context): Promise<DataKey> {
  const existing = await findDataKey(ctx);
  if (existing) return existing;
  const master = currentMasterKey();
  if (!master) {
    throw new Error("Set CT_MASTER_KEY first: `till secrets generate-key` prints one.");
  }
  const id = newId("dataKey");
  const wrapped = encrypt(master, wrappedPlace(id), newKeyBytes());
  const data = { id, wrapped, masterKeyId: master.id, createdAt: ctx.now };
  await ctx.db.prisma.dataKey.createMany({ data, skipDuplicates: true });
  const created = await findDataKey(ctx);
  if (!created) throw new Error("the new data key is missing");
  await recordAudit(ctx, { action: "secrets.encrypted", data: { master_key: master.id } });
  return created;
}

/** Encrypts the data key with CT_MASTER_KEY. False if it already is. */
export async function rotateMasterKey(ctx: Context): Promise<boolean> {
  const row = await findDataKey(ctx);
  if (!row) throw new Error("Nothing is encrypted yet: `till secrets encrypt` does it.");
  const master = currentMasterKey();
  if (!master) throw new Error("Set CT_MASTER_KEY first.");
  const { bytes } = unwrap(row);
  if (row.masterKeyId === master.id) return false;
  const { count } = await ctx.db.prisma.dataKey.updateMany({
    where: { id: row.id, wrapped: row.wrapped },
    data: { wrapped: encrypt(master, wrappedPlace(row.id), bytes), masterKeyId: master.id },
  });
  if (count === 0) return rotateMasterKey(ctx);
  const data = { from: row.masterKeyId, to: master.id };
  await recordAudit(ctx, { action: "secrets.master_key_rotated", data });
  return true;
}
