import type { Context } from "#core/context";
import { notFound } from "#core/errors";
import type { Language } from "#core/language";
import { type Brand, findBrand } from "#domain/brands";
import {
  findOrderVersion,
  findPublicOrder,
  type PublicOrder,
  REMOVED_NAME,
  removedName,
} from "#domain/orders";
import { type FileContent, OutdatedContent, records, removeFiles } from "#gateways/files";
import { recordsOf } from "./certificate-files";
import { statementIn, toCertificateResource } from "./registry-overlay";
import { CertificateFacts, type CertificateResource, toCertificateFacts } from "./resource";
import { isOrderId } from "./rules";
import { signatureOf } from "./sign-certificate";
import { ensureSigningKey } from "./signing-keys";
import { originalNamesOf, translatedProjects } from "./translated-projects";

function encode(facts: CertificateFacts): FileContent {
  const bytes = new TextEncoder().encode(JSON.stringify(facts));
  return { contentType: "application/json", bytes };
}

function decode({ bytes }: FileContent): CertificateFacts {
  return CertificateFacts.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

const isNameRemoved = (name: string | null | undefined) => name === REMOVED_NAME;

/** The second record replaces the first one when a name is removed. */
function recordKey(orderId: string, version: 1 | 2): string {
  return `certificates/${orderId}/record-${version}.json`;
}

export interface CertifiedOrder {
  orderId: string;
  settledAt: Date;
}

/**
 * Writes the next record of a certificate whose beneficiary was removed from the order, and deletes
 * the first record and the documents with the name. Other facts stay as they were certified.
 * @throws Problem `unavailable` if the first record may be in a bucket that does not respond
 */
export async function removeNameFromRecord(
  { db }: Context,
  { orderId, settledAt }: CertifiedOrder,
): Promise<void> {
  const store = records(db);
  // Read now: the operator deletes the bucket's files of this certificate afterwards.
  const former = await store.findAnywhere(recordKey(orderId, 1), settledAt);
  await removeFiles(db, `certificates/${orderId}/`);
  if (!former) return;
  const beneficiary = { name: REMOVED_NAME, message: null, url: null };
  const facts = encode({ ...decode(former), beneficiary });
  await store.put(recordKey(orderId, 2), facts, settledAt);
}

/**
 * Returns the facts of the order. Those of a fulfilled order are stored on first use, so later
 * changes to a beneficiary or a project do not change what was certified.
 */
async function getFacts(ctx: Context, order: PublicOrder): Promise<CertificateFacts> {
  if (order.state !== "fulfilled") return toCertificateFacts(order);
  const store = recordsOf(ctx.db, order);
  const key = recordKey(order.id, isNameRemoved(order.beneficiary?.name) ? 2 : 1);
  const stored = await store.find(key);
  if (stored) return decode(stored);
  const facts = toCertificateFacts(order);
  return decode(await store.put(key, encode(facts), order.settledAt ?? order.createdAt));
}

interface CertificateOfOrder {
  certificate: CertificateResource;
  facts: CertificateFacts;
  order: PublicOrder;
}

export interface TranslatedCertificate {
  certificate: CertificateResource;
  /** Of projects whose name is translated, by ID. */
  originalNames: ReadonlyMap<string, string>;
}

/** The certificate for readers of a language. */
export async function inLanguage(
  ctx: Context,
  { certificate, facts, order, language }: CertificateOfOrder & { language: Language },
): Promise<TranslatedCertificate> {
  const projects = await translatedProjects(ctx, { certificate, language });
  const { name, ...unnamed } = facts.beneficiary;
  const beneficiary = { ...unnamed, name: isNameRemoved(name) ? removedName[language] : name };
  const statement = statementIn({ ...facts, beneficiary }, order, language);
  return {
    certificate: { ...certificate, beneficiary, projects, statement },
    originalNames: originalNamesOf(certificate.projects, projects),
  };
}

/** Runs again with the present facts if they changed before they were stored. */
export async function withPresentFacts<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OutdatedContent)) throw error;
    return work();
  }
}

export async function requireCertificate(
  ctx: Context,
  orderId: string,
): Promise<CertificateOfOrder> {
  const order = isOrderId(orderId) ? await findPublicOrder(ctx, orderId) : null;
  if (!order) throw notFound("certificate");
  const facts = await getFacts(ctx, order);
  return { certificate: toCertificateResource(facts, order), facts, order };
}

/**
 * Returns the certificate for programs: its final facts, and what registries have on record now,
 * with original names and the English statement.
 * @throws notFound if no order has the ID
 * @throws Problem `unavailable` if the record may be in a bucket that does not respond
 */
export async function getCertificate(ctx: Context, orderId: string): Promise<CertificateResource> {
  const certified = await withPresentFacts(() => requireCertificate(ctx, orderId));
  const { certificate, facts, order } = certified;
  return { ...certificate, statement: statementIn(facts, order, "en") };
}

export interface InLanguage {
  orderId: string;
  language: Language;
}

/** The certificate with names and statement in the language. @throws as `getCertificate` */
export async function getCertificateIn(
  ctx: Context,
  { orderId, language }: InLanguage,
): Promise<TranslatedCertificate> {
  const certified = await withPresentFacts(() => requireCertificate(ctx, orderId));
  return inLanguage(ctx, { ...certified, language });
}

/** The certificate and the brand of its seller. @throws as `getCertificate` */
export async function getCertificatePage(
  ctx: Context,
  { orderId, language }: InLanguage,
): Promise<TranslatedCertificate & { brand: Brand }> {
  const certified = await withPresentFacts(() => requireCertificate(ctx, orderId));
  const brand = await findBrand(ctx, certified.order.owner);
  return { ...(await inLanguage(ctx, { ...certified, language })), brand };
}

/** Returns a text that changes with everything that the certificate shows, or null without one. */
export async function findCertificateVersion(
  ctx: Context,
  orderId: string,
): Promise<string | null> {
  const version = isOrderId(orderId) ? await findOrderVersion(ctx, orderId) : null;
  if (!version) return null;
  const name = isNameRemoved(version.beneficiaryName) ? " without a name" : "";
  return `${version.state} ${version.registryRevision}${name}`;
}

async function signCertificate(ctx: Context, certificate: CertificateResource): Promise<string> {
  return signatureOf(certificate, await ensureSigningKey(ctx));
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
