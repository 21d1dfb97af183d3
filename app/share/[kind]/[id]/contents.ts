import { accentOf } from "#core/accent";
import type { Context } from "#core/context";
import { appUrl } from "#core/env";
import type { Language } from "#core/language";
import { formatMass } from "#core/mass";
import { findLogoData } from "#domain/accounts";
import { findPublicPortfolio, findPublicProject, findTranslated } from "#domain/catalogue";
import { certificateCopy, getCertificatePage, kindOf, leadOf } from "#domain/certificates";
import { getDrawnLine } from "#domain/pictures";
import { catalogueCopy } from "#ui/catalogue-copy";
import { uiCopy } from "#ui/copy";
import { drawnName, nameForPicture, withPlainSpaces } from "#ui/drawn-pictures";
import { frontCopy } from "#ui/front-copy";
import type { SharedKind } from "#ui/shared-picture";
import { placeOf } from "#ui/world";
import { colors, type SheetContent } from "./sheet";

const DEFAULT_ACCENT = "#0d5c41";

const hostName = () => new URL(appUrl()).host;

/** Text that the picture's font has, or the installation's host. */
const drawable = (text: string) => nameForPicture(text) ?? hostName();

const drawName = (name: string) => getDrawnLine(name, colors.ink);

const product = {
  ...{ name: "Carbon Till", logo: null, accent: DEFAULT_ACCENT, place: null },
  powered: null,
};

interface Shared {
  id: string;
  mode: "live" | "test" | null;
  language: Language;
}

type Find = (ctx: Context, shared: Shared) => Promise<SheetContent | null>;

function commonOf(mode: "live" | "test", language: Language) {
  return { testTag: mode === "test" ? uiCopy[language].testData : null, host: hostName() };
}

async function findCertificate(ctx: Context, { id, language }: Shared) {
  const { certificate, brand } = await getCertificatePage(ctx, { orderId: id, language });
  if (certificate.state === "cancelled") return null;
  const { of } = certificateCopy[language];
  const name = await drawnName(certificate.beneficiary.name, drawName);
  return {
    ...commonOf(certificate.mode, language),
    name: (await drawnName(brand.name, drawName)) ?? hostName(),
    logo: await findLogoData(ctx, brand.logoUrl),
    powered: uiCopy[language].powered,
    accent: brand.accent === null ? DEFAULT_ACCENT : accentOf(brand.accent).light,
    eyebrow: kindOf(certificate, language),
    title: withPlainSpaces(formatMass(certificate.amount_kg, language)),
    subtitle: [
      ...[of, "CO₂e", name !== null && leadOf(certificate, language)],
      typeof name === "string" && name,
    ]
      .filter(Boolean)
      .join(" "),
    beneficiary: typeof name === "string" ? null : name,
    place: null,
  };
}

async function findProject(ctx: Context, shared: Shared) {
  const result = await findPublicProject(ctx, shared);
  if (!result) return null;
  const { mode } = result;
  const { id, language } = shared;
  const translated = await findTranslated(ctx, { mode, language, ids: { project: [id] } });
  const { type, name, locationName: location_name } = result.project;
  const project = translated.inEntry("project", { id, type, name, location_name });
  return {
    ...product,
    ...commonOf(mode, language),
    eyebrow: drawable(project.type || catalogueCopy[language].project.kind),
    title: drawable(project.name),
    subtitle: project.location_name === "" ? "" : drawable(project.location_name),
    place: placeOf(result.project.locationLatitude, result.project.locationLongitude),
  };
}

async function findPortfolio(ctx: Context, shared: Shared) {
  const result = await findPublicPortfolio(ctx, shared);
  if (!result) return null;
  const { mode } = result;
  const { id, language } = shared;
  const translated = await findTranslated(ctx, { mode, language, ids: { portfolio: [id] } });
  const { name, summary } = translated.inEntry("portfolio", result.portfolio);
  return {
    ...product,
    ...commonOf(mode, language),
    eyebrow: catalogueCopy[language].portfolio.kind,
    title: drawable(name),
    subtitle: summary === "" ? "" : drawable(summary),
  };
}

const findHome: Find = async (_, { language }) => ({
  ...product,
  ...commonOf("live", language),
  ...frontCopy[language].shared,
  title: frontCopy[language].title,
});

const finds: Record<SharedKind, Find> = {
  home: findHome,
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
