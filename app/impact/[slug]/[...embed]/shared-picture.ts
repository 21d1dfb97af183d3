import type { Context } from "#core/context";
import { findLogo } from "#domain/accounts";
import type { Brand } from "#domain/brands";
import { headlineOf, type PublicImpact, toImpactPageResource } from "#domain/impact";
import { drawOnce, nameForPicture } from "#ui/drawn-pictures";
import { placeOf } from "#ui/world";
import { colorIn } from "./embed";
import { Picture, type Pictured } from "./picture";

async function logoOf(ctx: Context, url: string | null): Promise<string | null> {
  const logo = url === null ? null : await findLogo(ctx, url.slice(url.lastIndexOf("/") + 1));
  if (!logo) return null;
  return `data:${logo.contentType};base64,${Buffer.from(logo.bytes).toString("base64")}`;
}

type Variant = Pick<Brand, "logoUrl" | "accent">;

function picturedOf(
  { page, mode, impact }: PublicImpact,
  accent: string | null,
): Omit<Pictured, "logo"> {
  const projects = impact.categories.flatMap((category) => category.projects);
  const places = projects.map(({ project }) =>
    placeOf(project.locationLatitude, project.locationLongitude),
  );
  const address = toImpactPageResource(page).url.replace(/^https?:\/\//, "");
  return {
    name: nameForPicture(impact.name, address),
    isTest: mode === "test",
    accent: colorIn("accent", accent)[0],
    headline: headlineOf(impact),
    since: impact.since.toISOString(),
    projects: projects.length,
    places: page.sections.includes("map") ? places.filter((place) => place !== null) : [],
  };
}

/** Returns the preview picture of the page, a PNG of 1200 by 630 px. */
export async function drawShared(
  ctx: Context,
  impactPage: PublicImpact,
  variant: Variant = { logoUrl: impactPage.impact.logoUrl, accent: null },
): Promise<Uint8Array<ArrayBuffer>> {
  const content = picturedOf(impactPage, variant.accent);
  const { logoUrl } = variant;
  return drawOnce([content, logoUrl], async () =>
    Picture({ ...content, logo: await logoOf(ctx, logoUrl) }),
  );
}
