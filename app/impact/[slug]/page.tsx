// The public page of what an account, or a subaccount, has retired.
import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache } from "react";
import { findPerson } from "#auth/person";
import { formatMass } from "#core/mass";
import { answerWithData } from "#core/page-answer";
import { publicContext } from "#core/public-door";
import {
  findImpactPage,
  findImpactPreview,
  type PublicImpact,
  toImpactPageResource,
  toImpactResource,
} from "#domain/impact";
import { Brand } from "#ui/brand";
import { idIn } from "#ui/id-in";
import { NothingHere } from "#ui/nothing-here";
import { Categories } from "./categories";
import { Equivalents } from "./equivalents";
import { Hero } from "./hero";
import { ShowThis } from "./show-this";
import { formatDay, has, projectsOf, type Shown } from "./shown";
import { StructuredData } from "./structured-data";
import { Timeline } from "./timeline";
import { WorldMap } from "./world-map";

type Asked = Record<string, string | string[] | undefined>;

interface Props {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Asked>;
}

/** The page's data, read once for the page and its metadata; null where there is none to show. */
const load = cache(async (slug: string): Promise<Shown | null> => {
  const found = await findImpactPage(publicContext(), slug);
  return found && toShown(found);
});

function toShown(found: PublicImpact): Shown {
  const impact = toImpactResource(found.impact);
  return { ...found, impact, projects: projectsOf(impact) };
}

const namesIn = (asked: Asked[string]) => String(asked ?? "").split(",");

/** What the address asks for as it would be, by those who work in its account; else the page. */
async function loadAsked(slug: string, asked: Asked): Promise<Shown | null> {
  if (asked["preview"] === undefined) return load(slug);
  const found = await findPerson(await headers());
  if (!found) return load(slug);
  const preview = await findImpactPreview(publicContext(), {
    slug,
    liveAccountIds: found.memberships.map(({ account }) => account.id),
    sections: namesIn(asked["sections"]),
    equivalents: namesIn(asked["equivalents"]),
  });
  return preview ? toShown(preview) : load(slug);
}

function titleOf({ mode, impact }: Shown): string {
  const { name, total_offset_kgs: kg } = impact;
  const title =
    kg === 0 ? `Climate impact of ${name}` : `${name}: ${formatMass(kg)} of CO₂e retired`;
  return mode === "test" ? `Test: ${title}` : title;
}

function descriptionOf({ mode, impact, projects }: Shown): string {
  const { name, total_offset_kgs: kg, since_date } = impact;
  if (kg === 0) return `What ${name} retires in carbon credits, by project, will be shown here.`;
  const from = projects.length === 1 ? "one project" : `${projects.length} projects`;
  const text =
    `Since ${formatDay(since_date)}, carbon credits for ${formatMass(kg)} of CO₂e ` +
    `from ${from} were retired for ${name}: what, where, and how to check it.`;
  return mode === "test" ? `Test data: nothing real was retired. ${text}` : text;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const shown = await load(idIn((await params).slug));
  if (!shown) return { title: "Not found", robots: { index: false } };
  const [title, description] = [titleOf(shown), descriptionOf(shown)];
  const { url } = toImpactPageResource(shown.page);
  // Who shows links keeps their pictures for long, by their address: it changes with the total.
  const picture = `${url}/picture.png?kg=${shown.impact.total_offset_kgs}`;
  const images = [{ url: picture, width: 1200, height: 630, alt: title }];
  return {
    title,
    description,
    robots: { index: shown.page.isListed },
    alternates: { canonical: url },
    openGraph: { type: "website", siteName: "Carbon Till", title, description, url, images },
    twitter: { card: "summary_large_image", title, description, images },
  };
}

function Foot({ shown }: { shown: Shown }) {
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5 border-t border-line px-5 py-8 sm:px-12">
      <p className="max-w-xl text-sm text-pretty text-quiet">
        {shown.mode === "test"
          ? "Each order has a certificate, in test mode too. It names the sandbox’s serial numbers."
          : "Each order has a certificate that names the serial numbers retired for it. No kilogram is ever counted twice."}
      </p>
      <Brand />
    </footer>
  );
}

export default async function ImpactPage({ params, searchParams }: Props) {
  const asked = await searchParams;
  const shown = await loadAsked(idIn((await params).slug), asked);
  if (!shown) {
    return (
      <NothingHere hint="Check whether a letter of the address is missing. The page may also be switched off." />
    );
  }
  if (asked["preview"] === undefined) answerWithData();
  const isEmpty = shown.impact.total_offset_kgs === 0;
  const { url } = toImpactPageResource(shown.page);
  return (
    <main
      className="mx-auto w-full max-w-5xl sm:px-8 sm:py-12"
      // In a frame of the dashboard there is the dashboard's, too.
      aria-label={asked["preview"] === undefined ? undefined : "Preview"}
    >
      <StructuredData shown={shown} url={url} title={titleOf(shown)} />
      <article className="overflow-clip border-line bg-paper sm:rounded-2xl sm:border sm:shadow-sheet">
        <Hero shown={shown} />
        {has(shown, "map") && <WorldMap shown={shown} />}
        {!isEmpty && (
          <>
            {has(shown, "equivalents") && <Equivalents shown={shown} />}
            {has(shown, "timeline") && <Timeline shown={shown} />}
            {has(shown, "projects") && <Categories shown={shown} />}
          </>
        )}
        <ShowThis shown={shown} url={url} />
        <Foot shown={shown} />
      </article>
    </main>
  );
}
