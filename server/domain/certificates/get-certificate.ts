import type { Context } from "#core/context";
import { sha256 } from "#core/crypto";
import { notFound, Problem } from "#core/errors";
import type { Language } from "#core/language";
import { type Brand, findBrand } from "#domain/brands";
import { findOrderVersion, findPublicOrder, type PublicOrder, REMOVED_NAME } from "#domain/orders";
import {
  type FileContent,
  OutdatedContent,
  records,
  removeFiles,
  type StoredFile,
} from "#gateways/files";
import { documentsOf, recordsOf } from "./certificate-files";
import type { PdfOptions } from "./certificate-pdf";
import { ownerOf, pdfKey } from "./certificate-pdf-key";
import { statementIn } from "./registry-overlay";
import {
  CertificateFacts,
  type CertificateResource,
  toCertificateFacts,
  toCertificateResource,
} from "./resource";
import { isOrderId } from "./rules";
import { signatureOf } from "./sign-certificate";
import { ensureSigningKey } from "./signing-keys";
import { originalNamesOf, translatedProjects, translationsBetween } from "./translated-projects";

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
async function inLanguage(
  ctx: Context,
  { certificate, facts, order }: CertificateOfOrder,
  language: Language,
): Promise<TranslatedCertificate> {
  const projects = await translatedProjects(ctx, { certificate, language });
  return {
    certificate: { ...certificate, projects, statement: statementIn(facts, order, language) },
    originalNames: originalNamesOf(certificate.projects, projects),
  };
}

/** Runs again with the present facts if they changed before they were stored. */
async function withPresentFacts<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OutdatedContent)) throw error;
    return work();
  }
}

async function requireCertificate(ctx: Context, orderId: string): Promise<CertificateOfOrder> {
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

interface InLanguage {
  orderId: string;
  language: Language;
}

/** The certificate with names and statement in the language. @throws as `getCertificate` */
export async function getCertificateIn(
  ctx: Context,
  { orderId, language }: InLanguage,
): Promise<TranslatedCertificate> {
  const certified = await withPresentFacts(() => requireCertificate(ctx, orderId));
  return inLanguage(ctx, certified, language);
}

/** The certificate and the brand of its seller. @throws as `getCertificate` */
export async function getCertificatePage(
  ctx: Context,
  { orderId, language }: InLanguage,
): Promise<TranslatedCertificate & { brand: Brand }> {
  const certified = await withPresentFacts(() => requireCertificate(ctx, orderId));
  const brand = await findBrand(ctx, certified.order.owner);
  return { ...(await inLanguage(ctx, certified, language)), brand };
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

export interface CertificatePdf {
  bytes: Uint8Array;
  revision: number;
  /** Names the revision of the certificate and the bytes. */
  etag: string;
  /** False if the order is placed or the document is not stored: then each response can differ. */
  isFinal: boolean;
}

function etagOf({ revision }: CertificateResource, digest: Uint8Array): string {
  return `"r${revision}-${Buffer.from(digest).toString("hex")}"`;
}

function finalPdf(certificate: CertificateResource, stored: StoredFile): CertificatePdf {
  const { revision } = certificate;
  return { bytes: stored.bytes, revision, etag: etagOf(certificate, stored.sha256), isFinal: true };
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

/** Renders samples until `awaitTurn`, which is awaited before each, returns false. */
export async function renderSampleCertificates(awaitTurn: () => Promise<boolean>): Promise<void> {
  const { renderSamples } = await import("./certificate-pdf-sample");
  await renderSamples(awaitTurn);
}

type RenderPdf = (certificate: SignedCertificate, options: PdfOptions) => Promise<Uint8Array>;

/** Renders the PDF in this process. */
export const renderPdf: RenderPdf = async (certificate, options) => {
  // Imported on demand, so that processes that only serve stored documents do not load it.
  const { renderCertificatePdf } = await import("./certificate-pdf");
  return renderCertificatePdf(certificate, options);
};

/**
 * Returns the PDF of the certificate's current revision, or null if the order is cancelled. Renders
 * it for each request while the store is unavailable.
 * @throws notFound if no order has the ID
 */
export async function getCertificatePdf(
  ctx: Context,
  orderId: string,
): Promise<CertificatePdf | null> {
  return getCertificatePdfBy(ctx, { orderId, render: renderPdf });
}

/** As `getCertificatePdf`, in any language. */
export async function getCertificatePdfIn(
  ctx: Context,
  input: InLanguage,
): Promise<CertificatePdf | null> {
  return getCertificatePdfBy(ctx, { ...input, render: renderPdf });
}

interface RenderedBy {
  orderId: string;
  language?: Language;
  render: RenderPdf;
}

/** As `getCertificatePdf`, with any renderer. */
export async function getCertificatePdfBy(
  ctx: Context,
  input: RenderedBy,
): Promise<CertificatePdf | null> {
  return withPresentFacts(() => findOrRenderPdf(ctx, input));
}

async function findOrRenderPdf(
  ctx: Context,
  { orderId, language = "en", render }: RenderedBy,
): Promise<CertificatePdf | null> {
  const { certificate, facts, order } = await requireCertificate(ctx, orderId);
  if (certificate.state === "cancelled") return null;
  const isFinal = certificate.state === "fulfilled";
  const store = isFinal ? documentsOf(ctx.db, order) : null;
  const [brand, signingKey, projects] = await Promise.all([
    findBrand(ctx, order.owner),
    ensureSigningKey(ctx),
    translatedProjects(ctx, { certificate, language }),
  ]);
  const translations = translationsBetween(certificate.projects, projects);
  const key = pdfKey(certificate, { brand, language, keyId: signingKey.id, translations });
  const stored = await store?.find(key).catch(unlessUnavailable(ctx));
  if (stored) return finalPdf(certificate, stored);
  const signature = isFinal ? signatureOf(certificate, signingKey) : null;
  const statement = statementIn(facts, order, language);
  const options = { owner: await ownerOf(ctx, brand), language, statement, projects };
  const bytes = await render({ ...certificate, signature }, options);
  // A bucket stores any document, so the name is compared again just before.
  const now = store && (await findOrderVersion(ctx, orderId));
  if (now && now.beneficiaryName !== (order.beneficiary?.name ?? null)) throw new OutdatedContent();
  const document = { contentType: "application/pdf", bytes };
  const written = await store?.put(key, document).catch(unlessUnavailable(ctx));
  if (written) return finalPdf(certificate, written);
  const { revision } = certificate;
  return { bytes, revision, etag: etagOf(certificate, sha256(bytes)), isFinal: false };
}
