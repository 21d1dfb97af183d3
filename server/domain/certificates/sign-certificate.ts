// Signs a certificate, so that anybody can tell from its JSON alone that this installation made it.
import { createPrivateKey, sign } from "node:crypto";
import canonicalize from "canonicalize";
import type { Context } from "#core/context";
import { ensureSigningKey } from "./ensure-signing-key";
import type { CertificateResource } from "./resource";

/**
 * A JWS (RFC 7515) with EdDSA (RFC 8037) in the compact form, its payload detached (appendix F):
 * the payload is the certificate in canonical JSON (RFC 8785). The same certificate and key give
 * the same signature.
 */
export async function signCertificate(
  ctx: Context,
  certificate: CertificateResource,
): Promise<string> {
  const { id, privateKey } = await ensureSigningKey(ctx);
  const text = canonicalize(certificate);
  if (text === undefined) throw new Error("A certificate without a canonical form");
  const head = Buffer.from(JSON.stringify({ alg: "EdDSA", kid: id })).toString("base64url");
  const payload = Buffer.from(text).toString("base64url");
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: "der", type: "pkcs8" });
  const signature = sign(null, Buffer.from(`${head}.${payload}`), key);
  return `${head}..${signature.toString("base64url")}`;
}
