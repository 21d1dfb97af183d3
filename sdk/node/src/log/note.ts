// Signed notes of c2sp.org/signed-note with Ed25519, and cosignatures of c2sp.org/tlog-cosignature.
import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { equalBytes, fromBase64, sha256 } from "./tree.js";

const ED25519 = 0x01;
const COSIGNATURE = 0x04;
/** A verifier must accept 16; post-quantum ones have 5 kB. */
const MAX_NOTE_LENGTH = 256 * 1024;

export interface VerifierKey {
  name: string;
  /** First four bytes of SHA-256(name || "\n" || type || public key), as hexadecimal. */
  id: string;
  isCosigner: boolean;
  publicKey: Uint8Array;
}

export interface NoteSignature {
  name: string;
  id: string;
  signature: Buffer;
}

export interface Note {
  /** Ends with a newline. */
  text: string;
  signatures: NoteSignature[];
}

export interface Signer {
  key: VerifierKey;
  privateKey: KeyObject;
}

/** An explanation for people of input that is no note, checkpoint, proof or key. */
export class FormatError extends Error {
  override readonly name = "FormatError";
}

const isName = (name: string) => name !== "" && !/[\p{White_Space}+]/u.test(name);

export function verifierKey(name: string, publicKey: Uint8Array, isCosigner = false): VerifierKey {
  if (!isName(name) || publicKey.length !== 32) throw new FormatError("Not an Ed25519 key's name.");
  const type = Buffer.of(isCosigner ? COSIGNATURE : ED25519);
  const id = sha256(Buffer.from(`${name}\n`), type, publicKey)
    .subarray(0, 4)
    .toString("hex");
  return { name, id, isCosigner, publicKey };
}

export function signerOf(name: string, privateKey: KeyObject, isCosigner = false): Signer {
  const { x = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  return { key: verifierKey(name, Buffer.from(x, "base64url"), isCosigner), privateKey };
}

/** NAME+ID+base64(type || public key) */
export function formatVerifierKey({ name, id, isCosigner, publicKey }: VerifierKey): string {
  const type = Buffer.of(isCosigner ? COSIGNATURE : ED25519);
  return `${name}+${id}+${Buffer.concat([type, publicKey]).toString("base64")}`;
}

export function parseVerifierKey(text: string): VerifierKey {
  const [, name = "", id, data = ""] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  const bytes = fromBase64(data);
  const type = bytes?.[0];
  if (bytes && (type === ED25519 || type === COSIGNATURE)) {
    const key = verifierKey(name, bytes.subarray(1), type === COSIGNATURE);
    if (key.id === id) return key;
  }
  throw new FormatError("Not a verifier key: NAME+ID+KEY is expected.");
}

export function formatNote({ text, signatures }: Note): string {
  const lines = signatures.map(({ name, id, signature }) => {
    const data = Buffer.concat([Buffer.from(id, "hex"), signature]);
    return `— ${name} ${data.toString("base64")}\n`;
  });
  return `${text}\n${lines.join("")}`;
}

function parseSignature(line: string): NoteSignature {
  const [, name = "", data = ""] = /^— (\S+) (\S+)$/.exec(line) ?? [];
  const bytes = fromBase64(data);
  if (!isName(name) || !bytes || bytes.length < 5) throw new FormatError("A signature is damaged.");
  return { name, id: bytes.subarray(0, 4).toString("hex"), signature: bytes.subarray(4) };
}

export function parseNote(note: string): Note {
  const split = note.lastIndexOf("\n\n");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: notes must not contain them
  const isText = note.length <= MAX_NOTE_LENGTH && !/[\0-\x09\x0b-\x1f\ufffd]/.test(note);
  if (split < 1 || !note.endsWith("\n") || !isText) throw new FormatError("Not a signed note.");
  const lines = note.slice(split + 2, -1).split("\n");
  return { text: note.slice(0, split + 1), signatures: lines.map(parseSignature) };
}

/** The cosigned message has a line of its own, so that it is no signature of the note. */
const cosigned = (text: string, seconds: bigint) =>
  Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`);

/** A cosigner states the time at which it saw the checkpoint. */
export function signNote(
  text: string,
  { key, privateKey }: Signer,
  at = new Date(),
): NoteSignature {
  const { name, id, isCosigner } = key;
  if (!isCosigner) return { name, id, signature: sign(null, Buffer.from(text), privateKey) };
  const seconds = BigInt(Math.floor(at.getTime() / 1000));
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(seconds);
  const signature = Buffer.concat([time, sign(null, cosigned(text, seconds), privateKey)]);
  return { name, id, signature };
}

const toKeyObject = (publicKey: Uint8Array) =>
  createPublicKey({
    format: "jwk",
    key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(publicKey).toString("base64url") },
  });

function isSignedBy(key: VerifierKey, text: string, { signature }: NoteSignature): boolean {
  const publicKey = toKeyObject(key.publicKey);
  if (!key.isCosigner) return verify(null, Buffer.from(text), publicKey, signature);
  if (signature.length !== 72) return false;
  const seconds = signature.readBigUInt64BE();
  return verify(null, cosigned(text, seconds), publicKey, signature.subarray(8));
}

/**
 * Returns the keys that signed. Signatures of other keys are ignored.
 * @throws FormatError if a signature of a known key is wrong
 */
export function verifyNote({ text, signatures }: Note, keys: readonly VerifierKey[]) {
  return keys.filter((key) => {
    const signed = signatures.filter(({ name, id }) => name === key.name && id === key.id);
    if (signed.some((signature) => !isSignedBy(key, text, signature))) {
      throw new FormatError(`The signature of ${key.name} (${key.id}) is wrong.`);
    }
    return signed.length > 0;
  });
}

export const isSameKey = (a: VerifierKey, b: VerifierKey): boolean =>
  a.name === b.name && a.isCosigner === b.isCosigner && equalBytes(a.publicKey, b.publicKey);
