import { createPrivateKey, sign } from "node:crypto";
import canonicalize from "canonicalize";
import type { CertificateResource } from "./resource";
import type { SigningKey } from "./signing-keys";

/**
 * Returns a compact JWS (RFC 7515) with EdDSA (RFC 8037) and a detached payload (appendix F): the
 * certificate in canonical JSON (RFC 8785). Deterministic for a given certificate and key.
 */
export function signatureOf(
  certificate: CertificateResource,
  { id, privateKey }: SigningKey,
): string {
  const text = canonicalize(certificate);
  if (text === undefined) throw new Error("A certificate without a canonical form");
  const head = Buffer.from(JSON.stringify({ alg: "EdDSA", kid: id })).toString("base64url");
  const payload = Buffer.from(text).toString("base64url");
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: "der", type: "pkcs8" });
  const signature = sign(null, Buffer.from(`${head}.${payload}`), key);
  return `${head}..${signature.toString("base64url")}`;
}
