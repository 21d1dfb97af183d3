// The format of encrypted values: "enc:1:", the key's ID, ":", then nonce, tag and ciphertext in
// base64url. AES-256-GCM also authenticates where the value is stored.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { sha256 } from "./crypto";

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

export interface EncryptionKey {
  id: string;
  bytes: Uint8Array;
}

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
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

export function encrypt(key: EncryptionKey, place: Place, plain: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key.bytes, nonce).setAAD(textOf(place, key.id));
  const parts = [cipher.update(plain), cipher.final()];
  const bytes = Buffer.concat([nonce, cipher.getAuthTag(), ...parts]);
  return `${PREFIX}${key.id}:${bytes.toString("base64url")}`;
}

export function keyIdOf(stored: string): string {
  const [, id] = FORMAT.exec(stored) ?? [];
  if (id === undefined) throw new Error("an encrypted value is damaged");
  return id;
}

/** @throws an error if the key is not the value's, or the value was changed or moved */
export function decrypt(key: EncryptionKey, place: Place, stored: string): Buffer {
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

/** 32 bytes as hex or base64. Null if the text is neither. */
export function masterKeyFrom(text: string): EncryptionKey | null {
  const isHex = /^[0-9a-f]{64}$/i.test(text);
  const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(text);
  if (!isHex && !isBase64) return null;
  const bytes = Buffer.from(text, isHex ? "hex" : "base64");
  const digest = sha256(Buffer.concat([Buffer.from("carbon-till master key:"), bytes]));
  return { id: digest.toString("hex").slice(0, 16), bytes };
}

export function newKeyBytes(): Buffer {
  return randomBytes(KEY_BYTES);
}
