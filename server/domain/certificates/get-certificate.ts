// Reads the certificate of an order: anyone who knows the order's id may.
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
