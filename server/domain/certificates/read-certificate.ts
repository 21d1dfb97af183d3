// The certificate of an order, as anyone who knows the order's id may read it, and signed.

import { createPrivateKey, sign } from "node:crypto";
import canonicalize from "canonicalize";
import type { Context } from "#core/context";
import { notFound } from "#core/errors";
import { findPublicOrder } from "#domain/orders";
import { type FileContent, records } from "#gateways/files";
import {
  CertificateFacts,
  type CertificateResource,
  toCertificateFacts,
  toCertificateResource,
} from "./resource";
import { isOrderId } from "./rules";
import { ensureSigningKey } from "./signing-keys";

function encode(facts: CertificateFacts): FileContent {
  const bytes = new TextEncoder().encode(JSON.stringify(facts));
  return { contentType: "application/json", bytes };
}

function decode({ bytes }: FileContent): CertificateResource {
  const facts = CertificateFacts.parse(JSON.parse(new TextDecoder().decode(bytes)));
  return toCertificateResource(facts);
}

/**
 * The certificate as it stands. Its facts are kept when a fulfilled order's is first asked for: a
 * beneficiary or project that is renamed later does not change what was certified.
 * @throws notFound where no order has the id
 * @throws Problem `unavailable` where its record may be in a bucket that does not answer
 */
export async function getCertificate(ctx: Context, orderId: string): Promise<CertificateResource> {
  if (!isOrderId(orderId)) throw notFound("certificate");
  const store = records(ctx.db);
  const key = `certificates/${orderId}/record-1.json`;
  const kept = await store.find(key);
  if (kept) return decode(kept);
  const order = await findPublicOrder(ctx, orderId);
  if (!order) throw notFound("certificate");
  const facts = toCertificateFacts(order);
  if (facts.state !== "fulfilled") return toCertificateResource(facts);
  return decode(await store.put(key, encode(facts), order.settledAt ?? order.createdAt));
}

/**
 * A JWS (RFC 7515) with EdDSA (RFC 8037) in the compact form, its payload detached (appendix F):
 * the payload is the certificate in canonical JSON (RFC 8785). The same certificate and key give
 * the same signature.
 */
async function signCertificate(ctx: Context, certificate: CertificateResource): Promise<string> {
  const { id, privateKey } = await ensureSigningKey(ctx);
  const text = canonicalize(certificate);
  if (text === undefined) throw new Error("A certificate without a canonical form");
  const head = Buffer.from(JSON.stringify({ alg: "EdDSA", kid: id })).toString("base64url");
  const payload = Buffer.from(text).toString("base64url");
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: "der", type: "pkcs8" });
  const signature = sign(null, Buffer.from(`${head}.${payload}`), key);
  return `${head}..${signature.toString("base64url")}`;
}

export interface SignedCertificate extends CertificateResource {
  /** A detached JWS of the rest in canonical JSON; null until fulfilled. */
  signature: string | null;
}

/** The certificate, signed by the key of today. @throws notFound where no order has the id */
export async function getSignedCertificate(
  ctx: Context,
  orderId: string,
): Promise<SignedCertificate> {
  const certificate = await getCertificate(ctx, orderId);
  const isFinal = certificate.state === "fulfilled";
  return { ...certificate, signature: isFinal ? await signCertificate(ctx, certificate) : null };
}
