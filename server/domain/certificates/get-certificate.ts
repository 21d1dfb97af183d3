import { createPrivateKey, sign } from "node:crypto";
import canonicalize from "canonicalize";
import type { Context } from "#core/context";
import { sha256 } from "#core/crypto";
import { appUrl } from "#core/env";
import { notFound, Problem } from "#core/errors";
import { findPublicOrder } from "#domain/orders";
import { type FileContent, files, records, type StoredFile } from "#gateways/files";
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

/** Raised with each change of the document's look: what is kept under a former one stays unused. */
const LAYOUT = 3;

export interface CertificatePdf {
  bytes: Uint8Array;
  /** A digest of the bytes, in hex. */
  digest: string;
  /** False where the same address may answer with other bytes later: placed, or not stored. */
  isFinal: boolean;
}

function finalPdf({ bytes, sha256: digest }: StoredFile): CertificatePdf {
  return { bytes, digest: Buffer.from(digest).toString("hex"), isFinal: true };
}

/** Null, and a line in the log, where the store is unavailable: a document can be made again. */
function unlessUnavailable(ctx: Context): (error: unknown) => null {
  return (error) => {
    if (!(error instanceof Problem) || error.code !== "unavailable") throw error;
    ctx.log.warn(
      { event: "certificate.pdf_not_stored", err: error.cause ?? error },
      "file storage unavailable; created the certificate's PDF without storing it",
    );
    return null;
  };
}

/**
 * The certificate's PDF, made again for each request while the store is unavailable; null where the order is cancelled.
 * @throws notFound where no order has the id
 */
export async function getCertificatePdf(
  ctx: Context,
  orderId: string,
): Promise<CertificatePdf | null> {
  if (!isOrderId(orderId)) throw notFound("certificate");
  const store = files(ctx.db);
  // The address is printed in the document, so a new one needs a new document.
  const address = sha256(appUrl()).toString("hex").slice(0, 8);
  const key = `certificates/${orderId}/layout-${LAYOUT}-${address}.pdf`;
  const kept = await store.find(key).catch(unlessUnavailable(ctx));
  if (kept) return finalPdf(kept);
  const certificate = await getCertificate(ctx, orderId);
  if (certificate.state === "cancelled") return null;
  // Loaded here, so that whoever only serves kept documents never loads the renderer.
  const { renderCertificatePdf } = await import("./certificate-pdf");
  const bytes = await renderCertificatePdf(certificate);
  if (certificate.state === "fulfilled") {
    const document = { contentType: "application/pdf", bytes };
    const stored = await store.put(key, document).catch(unlessUnavailable(ctx));
    if (stored) return finalPdf(stored);
  }
  return { bytes, digest: sha256(bytes).toString("hex"), isFinal: false };
}
