import type { Context } from "#core/context";
import { Problem } from "#core/errors";
import type { Language } from "#core/language";
import { findRetiredSerials, type RetiredSerials, type SerialStatus } from "#domain/inventory";
import { getCertificate, getCertificateIn, type TranslatedCertificate } from "./get-certificate";
import type { CertificateProject, CertificateResource, CertificateRetirement } from "./resource";
import type { VerificationQuery } from "./verification-rules";

/** Limit of certificates per query. */
export const MAX_CERTIFICATES = 50;

export interface VerifiedRetirement {
  project: Pick<CertificateProject, "id" | "name" | "registry_name" | "registry_id">;
  /** Null if the project's name is not translated. */
  originalName: string | null;
  vintageYear: number;
  serialNumberRange: string;
  amountKg: number;
  /** Share in the queried serial numbers; null for a query by order. */
  matchedKg: number | null;
  /** Part of that share for which other credits were substituted. */
  replacedKg: number;
  /** The certificate's part about these credits; null if a query matches none exactly. */
  credits: CertificateRetirement | null;
}

export interface VerifiedCertificate {
  certificate: CertificateResource;
  /** For a query by serial number, only matching ones. */
  retirements: VerifiedRetirement[];
  /** True or false if the query has the revision of a copy. */
  isCurrentRevision: boolean | null;
}

/** Status of serial numbers, with the kg whose retirement the registry has recorded. */
export interface VerifiedSerials extends SerialStatus {
  registryRetiredKg: number;
}

export interface Verification {
  certificates: VerifiedCertificate[];
  hasMore: boolean;
  /** For a query by serial number: the status of the serial numbers in each mode. */
  serials: VerifiedSerials[];
}

interface ForReader {
  orderId: string;
  /** Undefined for programs, which get original names. */
  language: Language | undefined;
}

async function readCertificate(
  ctx: Context,
  { orderId, language }: ForReader,
): Promise<TranslatedCertificate> {
  if (language) return getCertificateIn(ctx, { orderId, language });
  return { certificate: await getCertificate(ctx, orderId), originalNames: new Map() };
}

function findCertificate(ctx: Context, input: ForReader): Promise<TranslatedCertificate | null> {
  return readCertificate(ctx, input).catch((error: unknown) => {
    if (error instanceof Problem && error.code === "not-found") return null;
    throw error;
  });
}

function allOf(
  { certificate, originalNames }: TranslatedCertificate,
  { revision = null }: VerificationQuery,
): VerifiedCertificate {
  const retirements = certificate.projects.flatMap((project) =>
    project.retirements.map((retirement) => ({
      project,
      originalName: originalNames.get(project.id) ?? null,
      vintageYear: retirement.vintage_year,
      serialNumberRange: retirement.serial_number_range,
      amountKg: retirement.amount_kg,
      matchedKg: null,
      replacedKg: 0,
      credits: retirement,
    })),
  );
  const isCurrentRevision = revision === null ? null : revision === certificate.revision;
  return { certificate, retirements, isCurrentRevision };
}

/** Returns the parts of the certificate that match the queried serial numbers. */
function partOf(
  { certificate, originalNames }: TranslatedCertificate,
  retired: RetiredSerials["retirements"],
): VerifiedCertificate {
  const retirements = retired.flatMap(({ lot, ...retirement }) => {
    const project = certificate.projects.find(({ id }) => id === lot.projectId);
    if (!project) return [];
    const { serialNumberRange, amountKg } = retirement;
    const credits =
      project.retirements.find(
        (one) =>
          one.serial_number_range === serialNumberRange &&
          one.amount_kg === amountKg &&
          one.vintage_year === lot.vintageYear,
      ) ?? null;
    const { matchedKg, replacedKg } = retirement;
    const originalName = originalNames.get(project.id) ?? null;
    const facts = { project, originalName, vintageYear: lot.vintageYear, serialNumberRange };
    return [{ ...facts, amountKg, matchedKg, replacedKg, credits }];
  });
  return { certificate, retirements, isCurrentRevision: null };
}

/** Kg in the queried serial numbers that are certainly retired at the registry. */
function recordedKg(certificates: readonly VerifiedCertificate[]): number {
  return certificates
    .flatMap(({ retirements }) => retirements)
    .filter(({ credits }) => credits?.registry_status === "retired")
    .reduce((kg, { matchedKg, replacedKg }) => kg + (matchedKg ?? 0) - replacedKg, 0);
}

async function findBySerial(
  ctx: Context,
  { text, language }: { text: string; language: Language | undefined },
): Promise<Verification> {
  const serials = await findRetiredSerials(ctx, { text, limit: MAX_CERTIFICATES });
  const byOrder = Map.groupBy(serials.retirements, ({ orderId }) => orderId);
  const parts = await Promise.all(
    [...byOrder].map(async ([orderId, its]) => {
      const certificate = await findCertificate(ctx, { orderId, language });
      // Orders of a test account that was reset have none.
      return certificate ? [partOf(certificate, its)] : [];
    }),
  );
  const certificates = parts.flat();
  const statuses = serials.statuses.map((status) => {
    const its = certificates.filter(({ certificate }) => certificate.mode === status.mode);
    return { ...status, registryRetiredKg: recordedKg(its) };
  });
  return { certificates, hasMore: serials.hasMore, serials: statuses };
}

export function isEmptyVerification({ certificates, serials }: Verification): boolean {
  return certificates.length === 0 && serials.length === 0;
}

/**
 * Finds the certificate of an order in any state, or the certificates whose retirements overlap the
 * serial numbers. Stock that is not retired is treated as unknown.
 */
export async function findVerification(
  ctx: Context,
  query: VerificationQuery,
): Promise<Verification> {
  const { orderId, serial, language } = query;
  const ofOrder = orderId === null ? null : await findCertificate(ctx, { orderId, language });
  if (ofOrder) return { certificates: [allOf(ofOrder, query)], hasMore: false, serials: [] };
  if (serial === null) return { certificates: [], hasMore: false, serials: [] };
  return findBySerial(ctx, { text: serial, language });
}
