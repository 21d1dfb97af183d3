import type { Context } from "#core/context";
import { formatDay } from "#core/dates";
import type { Language } from "#core/language";
import { findLogoData } from "#domain/accounts";
import type { Brand } from "#domain/brands";
import { type PublicImpact, toImpactPageResource } from "#domain/impact";
import { getDrawnLine } from "#domain/pictures";
import { uiCopy } from "#ui/copy";
import { drawnName, drawOnce, withPlainSpaces } from "#ui/drawn-pictures";
import { placeOf } from "#ui/world";
import { type Claim, claimOf, embedCopy } from "./copy";
import { colorIn } from "./embed";
import { color, Picture, type Pictured } from "./picture";

interface Variant extends Pick<Brand, "logoUrl" | "accent"> {
  language?: Language;
}

function claimIn({ impact, headline }: PublicImpact, language: Language): Claim | null {
  const claim = claimOf({ ...impact, headline }, language);
  if (claim === null) return null;
  const { amount, pending } = claim;
  const plain = { amount: withPlainSpaces(amount), pending: pending && withPlainSpaces(pending) };
  return { ...claim, ...plain };
}

const drawName = (name: string) => getDrawnLine(name, color("ink"));

async function picturedOf(
  shared: PublicImpact,
  { accent, language = "en" }: Variant,
): Promise<Omit<Pictured, "logo">> {
  const { page, mode, impact } = shared;
  const projects = impact.categories.flatMap((category) => category.projects);
  const places = projects.map(({ project }) =>
    placeOf(project.locationLatitude, project.locationLongitude),
  );
  const address = toImpactPageResource(page).url.replace(/^https?:\/\//, "");
  return {
    name: (await drawnName(impact.name, drawName)) ?? address,
    testTag: mode === "test" ? uiCopy[language].testData : null,
    accent: colorIn("accent", accent)[0],
    claim: claimIn(shared, language),
    since: `${embedCopy[language].impactSince} ${formatDay(impact.since, language)}`,
    nothing: embedCopy[language].nothing,
    powered: uiCopy[language].powered,
    places: page.sections.includes("map") ? places.filter((place) => place !== null) : [],
  };
}

/** Returns the preview picture of the page, a PNG of 1200 by 630 px. */
export async function drawShared(
  ctx: Context,
  impactPage: PublicImpact,
  variant: Variant = { logoUrl: impactPage.impact.logoUrl, accent: null },
): Promise<Uint8Array<ArrayBuffer>> {
  const content = await picturedOf(impactPage, variant);
  const { logoUrl } = variant;
  return drawOnce([content, logoUrl], async () =>
    Picture({ ...content, logo: await findLogoData(ctx, logoUrl) }),
  );
}
