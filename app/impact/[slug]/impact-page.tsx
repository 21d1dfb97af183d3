// The public page of what an account, or a subaccount, has retired.
import { findPerson } from "#auth/person";
import { publicContext } from "#core/context";
import { formatMass } from "#core/mass";
import { publicPagePolicy } from "#core/page-headers";
import {
  findImpactPage,
  findImpactPreview,
  type PublicImpact,
  toImpactPageResource,
  toImpactResource,
} from "#domain/impact";
import { type Head, type PageRequest, publicPage } from "#site/public-page";
import { Brand } from "#ui/brand";
import { missingPage } from "#ui/missing-page";
import { Categories } from "./categories";
import { Equivalents } from "./equivalents";
import { Hero } from "./hero";
import { ShowThis } from "./show-this";
import { formatDay, has, projectsOf, type Shown } from "./shown";
import { StructuredData } from "./structured-data";
import { Timeline } from "./timeline";
import { WorldMap } from "./world-map";

function toShown(found: PublicImpact): Shown {
  const impact = toImpactResource(found.impact);
  return { ...found, impact, projects: projectsOf(impact) };
}

async function loadPage(slug: string): Promise<Shown | null> {
  const found = await findImpactPage(publicContext(), slug);
  return found && toShown(found);
}

const isPreview = ({ query }: PageRequest) => query.has("preview");

/** What the address asks for as it would be, by those who work in its account; else the page. */
async function load(request: PageRequest): Promise<Shown | null> {
  const slug = request.params["slug"] ?? "";
  if (!isPreview(request)) return loadPage(slug);
  const found = await findPerson(new Headers({ cookie: request.header("cookie") ?? "" }));
  if (!found) return loadPage(slug);
  const namesIn = (name: string) => (request.query.get(name) ?? "").split(",");
  const preview = await findImpactPreview(publicContext(), {
    slug,
    liveAccountIds: found.memberships.map(({ account }) => account.id),
    sections: namesIn("sections"),
    equivalents: namesIn("equivalents"),
  });
  return preview ? toShown(preview) : loadPage(slug);
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

function headOf(shown: Shown): Head {
  const [title, description] = [titleOf(shown), descriptionOf(shown)];
  const { url } = toImpactPageResource(shown.page);
  // Who shows links keeps their pictures for long, by their address: it changes with the total.
  const picture = {
    url: `${url}/picture.png?kg=${shown.impact.total_offset_kgs}`,
    width: 1200,
    height: 630,
    alt: title,
  };
  return {
    title,
    description,
    isIndexed: shown.page.isListed,
    canonical: url,
    share: { url, picture },
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

function Page({ shown, label }: { shown: Shown; label: string | undefined }) {
  const isEmpty = shown.impact.total_offset_kgs === 0;
  const { url } = toImpactPageResource(shown.page);
  return (
    <main className="mx-auto w-full max-w-5xl sm:px-8 sm:py-12" aria-label={label}>
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

/** The dashboard shows a preview in a frame. */
const framed = {
  "cache-control": "private, no-store",
  "content-security-policy": publicPagePolicy({ hasScripts: true, isFramed: true }),
};

export const impactPage = publicPage({
  path: "/impact/{slug}",
  keeping: { group: "data", personal: ["preview"] },
  load,
  render(shown, request) {
    const headers = isPreview(request) ? { headers: framed } : {};
    if (!shown) {
      const hint =
        "Check whether a letter of the address is missing. The page may also be switched off.";
      return { ...missingPage(hint), ...headers };
    }
    const [head, scripts] = [headOf(shown), ["/page.js"]];
    if (!isPreview(request)) {
      return { head, scripts, body: <Page shown={shown} label={undefined} />, shared: "data" };
    }
    // The page around the frame has a landmark of its own.
    return { head, scripts, body: <Page shown={shown} label="Preview" />, ...headers };
  },
});
