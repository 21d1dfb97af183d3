import { accentOf } from "#core/accent";
import type { Context } from "#core/context";
import { appUrl } from "#core/env";
import { formatMass } from "#core/mass";
import { findLogo } from "#domain/accounts";
import { findPublicPortfolio, findPublicProject } from "#domain/catalogue";
import { getCertificatePage, leadOf } from "#domain/certificates";
import { nameForPicture } from "#ui/drawn-pictures";
import type { SharedKind } from "#ui/shared-picture";
import { placeOf } from "#ui/world";
import type { SheetContent } from "./sheet";

const DEFAULT_ACCENT = "#0d5c41";

/** Text that the picture's font has, or the installation's host. */
const drawable = (text: string) => nameForPicture(text, new URL(appUrl()).host);

const product = { name: "Carbon Till", logo: null, accent: DEFAULT_ACCENT, place: null };

interface Shared {
  id: string;
  mode: "live" | "test" | null;
}

type Find = (ctx: Context, shared: Shared) => Promise<SheetContent | null>;

async function logoOf(ctx: Context, url: string | null): Promise<string | null> {
  const logo = url === null ? null : await findLogo(ctx, url.slice(url.lastIndexOf("/") + 1));
  return logo && `data:${logo.contentType};base64,${Buffer.from(logo.bytes).toString("base64")}`;
}

async function findCertificate(ctx: Context, { id }: Shared): Promise<SheetContent | null> {
  const { certificate, brand } = await getCertificatePage(ctx, { orderId: id, language: "en" });
  if (certificate.state === "cancelled") return null;
  return {
    name: drawable(brand.name),
    logo: await logoOf(ctx, brand.logoUrl),
    accent: brand.accent === null ? DEFAULT_ACCENT : accentOf(brand.accent).light,
    eyebrow: certificate.state === "fulfilled" ? "Carbon credit certificate" : "Order",
    title: formatMass(certificate.amount_kg),
    subtitle: `of CO₂e ${leadOf(certificate)} ${drawable(certificate.beneficiary.name)}`,
    isTest: certificate.mode === "test",
    place: null,
  };
}

async function findProject(ctx: Context, shared: Shared): Promise<SheetContent | null> {
  const result = await findPublicProject(ctx, shared);
  if (!result) return null;
  const { project, mode } = result;
  return {
    ...product,
    eyebrow: drawable(project.type || "Carbon credit project"),
    title: drawable(project.name),
    subtitle: project.locationName === "" ? "" : drawable(project.locationName),
    isTest: mode === "test",
    place: placeOf(project.locationLatitude, project.locationLongitude),
  };
}

async function findPortfolio(ctx: Context, shared: Shared): Promise<SheetContent | null> {
  const result = await findPublicPortfolio(ctx, shared);
  if (!result) return null;
  const { portfolio, mode } = result;
  return {
    ...product,
    eyebrow: "Carbon credit portfolio",
    title: drawable(portfolio.name),
    subtitle: portfolio.summary === "" ? "" : drawable(portfolio.summary),
    isTest: mode === "test",
  };
}

const home: SheetContent = {
  ...product,
  eyebrow: "Open source",
  title: "Carbon credits by the kilogram",
  subtitle: "With a certificate for each order",
  isTest: false,
};

const finds: Record<SharedKind, Find> = {
  home: async () => home,
  certificate: findCertificate,
  project: findProject,
  portfolio: findPortfolio,
};

/** The content of a shared link's picture; null if there is no such page. */
export async function findSheet(
  ctx: Context,
  { kind, ...shared }: Shared & { kind: string },
): Promise<SheetContent | null> {
  return Object.hasOwn(finds, kind) ? finds[kind as SharedKind](ctx, shared) : null;
}
