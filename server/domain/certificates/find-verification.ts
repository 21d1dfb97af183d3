// Finds, for anybody, whether something was retired here: by order, or by serial number.
import type { Context } from "#core/context";
import { Problem } from "#core/errors";
import { findRetiredSerials, type RetiredSerials, type SerialStatus } from "#domain/inventory";
import { getCertificate } from "./get-certificate";
import type { CertificateProject, CertificateResource } from "./resource";
import type { VerificationQuery } from "./verification-rules";

/** So many certificates are found at most; serials of more say that there are more. */
export const MAX_CERTIFICATES = 50;

export interface VerifiedRetirement {
  project: Pick<CertificateProject, "id" | "name" | "registry_name" | "registry_id">;
  vintageYear: number;
  serialNumberRange: string;
  amountKg: number;
  /** How much of it is of the asked serials; null where an order was asked for. */
  matchedKg: number | null;
}

export interface VerifiedCertificate {
  certificate: CertificateResource;
  /** Where serials were asked for, only those that touch them. */
  retirements: VerifiedRetirement[];
}

export interface Verification {
  certificates: VerifiedCertificate[];
  hasMore: boolean;
  /** Where serials were asked for: how they stand, in each mode that knows of them. */
  serials: SerialStatus[];
}

function findCertificate(ctx: Context, orderId: string): Promise<CertificateResource | null> {
  return getCertificate(ctx, orderId).catch((error: unknown) => {
    if (error instanceof Problem && error.code === "not-found") return null;
    throw error;
  });
}

function allOf(certificate: CertificateResource): VerifiedCertificate {
  const retirements = certificate.projects.flatMap((project) =>
    project.retirements.map((retirement) => ({
      project,
      vintageYear: retirement.vintage_year,
      serialNumberRange: retirement.serial_number_range,
      amountKg: retirement.amount_kg,
      matchedKg: null,
    })),
  );
  return { certificate, retirements };
}

/** What of the certificate touches the asked serials, in the words of the certificate itself. */
function partOf(
  certificate: CertificateResource,
  found: RetiredSerials["retirements"],
): VerifiedCertificate {
  const retirements = found.flatMap(({ lot, ...retirement }) => {
    const project = certificate.projects.find(({ id }) => id === lot.projectId);
    if (!project) return [];
    const { serialNumberRange, amountKg, matchedKg } = retirement;
    return [{ project, vintageYear: lot.vintageYear, serialNumberRange, amountKg, matchedKg }];
  });
  return { certificate, retirements };
}

async function findBySerial(ctx: Context, text: string): Promise<Verification> {
  const found = await findRetiredSerials(ctx, { text, limit: MAX_CERTIFICATES });
  const byOrder = Map.groupBy(found.retirements, ({ orderId }) => orderId);
  const certificates = await Promise.all(
    [...byOrder].map(async ([orderId, its]) => partOf(await getCertificate(ctx, orderId), its)),
  );
  return { certificates, hasMore: found.hasMore, serials: found.statuses };
}

/**
 * The certificates that the query leads to: one of an order, whatever its state, or those of
 * retirements that touch the serials. Empty where nothing is known; stock counts as unknown.
 */
export async function findVerification(
  ctx: Context,
  query: VerificationQuery,
): Promise<Verification> {
  const { orderId, serial } = query;
  const certificate = orderId === null ? null : await findCertificate(ctx, orderId);
  if (certificate) return { certificates: [allOf(certificate)], hasMore: false, serials: [] };
  if (serial === null) return { certificates: [], hasMore: false, serials: [] };
  return findBySerial(ctx, serial);
}
