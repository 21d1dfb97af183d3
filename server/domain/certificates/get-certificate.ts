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
 * Returns the certificate. The facts of a fulfilled order are stored on first use, so later changes
 * to a beneficiary or a project do not change what was certified.
 * @throws notFound if no order has the ID
 * @throws Problem `unavailable` if the record may be in a bucket that does not respond
 */
export async function getCertificate(ctx: Context, orderId: string): Promise<CertificateResource> {
  if (!isOrderId(orderId)) throw notFound("certificate");
  const store = records(ctx.db);
  const key = `certificates/${orderId}/record-1.json`;
  const stored = await store.find(key);
  if (stored) return decode(stored);
  const order = await findPublicOrder(ctx, orderId);
  if (!order) throw notFound("certificate");
  const facts = toCertificateFacts(order);
  if (facts.state !== "fulfilled") return toCertificateResource(facts);
  return decode(await store.put(key, encode(facts), order.settledAt ?? order.createdAt));
}

/**
 * Returns a compact JWS (RFC 7515) with EdDSA (RFC 8037) and a detached payload (appendix F): the
 * certificate in canonical JSON (RFC 8785). Deterministic for a given certificate and key.
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
  /** Detached JWS; null until the order is fulfilled. */
  signature: string | null;
}

/** Returns the certificate with a signature by the current key. @throws notFound */
export async function getSignedCertificate(
  ctx: Context,
  orderId: string,
): Promise<SignedCertificate> {
  const certificate = await getCertificate(ctx, orderId);
  const isFinal = certificate.state === "fulfilled";
  return { ...certificate, signature: isFinal ? await signCertificate(ctx, certificate) : null };
}

/** Increment it with each change to the document, so that stored documents are rendered again. */
const LAYOUT = 3;

export interface CertificatePdf {
  bytes: Uint8Array;
  /** SHA-256 of the bytes, in hex. */
  digest: string;
  /** False if the bytes can still change: the order is placed, or the document is not stored. */
  isFinal: boolean;
}

function finalPdf({ bytes, sha256: digest }: StoredFile): CertificatePdf {
  return { bytes, digest: Buffer.from(digest).toString("hex"), isFinal: true };
}

/** Logs an unavailable store and returns null, because the document can be rendered again. */
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
 * Returns the PDF of the certificate, or null if the order is cancelled. Renders it for each request
 * while the store is unavailable.
 * @throws notFound if no order has the ID
 */
export async function getCertificatePdf(
  ctx: Context,
  orderId: string,
): Promise<CertificatePdf | null> {
  if (!isOrderId(orderId)) throw notFound("certificate");
  const store = files(ctx.db);
  // The document contains the installation's address.
  const address = sha256(appUrl()).toString("hex").slice(0, 8);
  const key = `certificates/${orderId}/layout-${LAYOUT}-${address}.pdf`;
  const stored = await store.find(key).catch(unlessUnavailable(ctx));
  if (stored) return finalPdf(stored);
  const certificate = await getCertificate(ctx, orderId);
  if (certificate.state === "cancelled") return null;
  // Imported on demand, so that processes that only serve stored documents do not load it.
  const { renderCertificatePdf } = await import("./certificate-pdf");
  const bytes = await renderCertificatePdf(certificate);
  if (certificate.state === "fulfilled") {
    const document = { contentType: "application/pdf", bytes };
    const written = await store.put(key, document).catch(unlessUnavailable(ctx));
    if (written) return finalPdf(written);
  }
  return { bytes, digest: sha256(bytes).toString("hex"), isFinal: false };
}
