import { findPerson } from "#auth/session";
import { type Context, publicContext } from "#core/context";
import { formatDay } from "#core/dates";
import { formatMass } from "#core/mass";
import { publicPagePolicy } from "#core/page-headers";
import { readRecent } from "#core/recent-reads";
import { isAllowedSubaccountSlug } from "#domain/accounts";
import { findBrand } from "#domain/brands";
import {
  findImpactPage,
  findImpactPreview,
  headlineOf,
  type PublicImpact,
  toImpactPageResource,
  toImpactResource,
} from "#domain/impact";
import { listPictures } from "#domain/pictures";
import { type Head, type PageRequest, type PageView, publicPage } from "#site/public-page";
import { CodeBlock } from "#ui/code-block";
import { OwnerLinks } from "#ui/owner";
import { MessagePage, missingPage } from "#ui/page-parts";
import { PoweredBy } from "#ui/public-parts";
import { escapeMarkup } from "./[...embed]/embed";
import { Equivalents } from "./equivalents";
import { Hero } from "./hero";
import { Projects } from "./projects";
import { Timeline } from "./timeline";
import { has, type ImpactView, projectsOf, splitText } from "./view";
import { WorldMap } from "./world-map";

interface Props {
  view: ImpactView;
  url: string;
  title: string;
}

function StructuredData({ view, url, title }: Props) {
  const { name, logo_url, registry_retired_kgs, pending_kgs, since_date } = view.impact;
  const amountOf = (label: string, value: number) => ({
    "@type": "PropertyValue",
    name: label,
    value,
    unitCode: "KGM",
    unitText: "kg",
    description: `Since ${since_date}`,
  });
  const data = {
    "@context": "https://schema.org",
    "@type": "WebPage",
    name: title,
    url,
    about: { "@type": "Organization", name, ...(logo_url && { logo: logo_url }) },
    mainEntity: [
      amountOf("Carbon dioxide equivalent retired at registries", registry_retired_kgs),
      amountOf("Carbon dioxide equivalent set aside, retirement pending", pending_kgs),
    ],
  };
  // A name could contain a closing script tag.
  const text = JSON.stringify(data).replaceAll("<", "\\u003c");
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without any "<".
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}

const CARD = { width: 380, height: 250 };

function badgeCode(url: string, label: string): string {
  return [
    `<a href="${url}">`,
    `  <img src="${url}/badge.svg" alt="${escapeMarkup(label)}" height="48">`,
    "</a>",
  ].join("\n");
}

function cardCode(url: string, label: string): string {
  const { width, height } = CARD;
  return [
    `<iframe src="${url}/card" title="${escapeMarkup(label)}"`,
    `  width="${width}" height="${height}" loading="lazy" style="border: 0; max-width: 100%">`,
    "</iframe>",
  ].join("\n");
}

/** Closed at first. The previews load when it is opened. */
function ShowThis({ view, url }: { view: ImpactView; url: string }) {
  const label = `Climate impact of ${view.impact.name}`;
  const { pathname } = new URL(url);
  return (
    <section className="border-t border-line px-5 py-6 sm:px-12">
      <details>
        <summary className="-mx-2 inline-flex min-h-11 cursor-pointer items-center rounded-lg px-2 text-[0.9375rem] font-medium text-accent hover:bg-soft">
          Embed on your website
        </summary>
        <div className="mt-4 grid gap-x-10 gap-y-8 pb-4 lg:grid-cols-2">
          <div className="min-w-0">
            <div className="flex min-h-24 items-center">
              {/* biome-ignore lint/performance/noImgElement: next/image needs the runtime that stays away. */}
              <img src={`${pathname}/badge.svg`} alt="Badge preview" height={48} loading="lazy" />
            </div>
            <CodeBlock label="Badge" code={badgeCode(url, label)} />
          </div>
          <div className="min-w-0">
            <iframe
              src={`${pathname}/card`}
              title="Card preview"
              {...CARD}
              loading="lazy"
              className="mb-4 max-w-full"
            />
            <CodeBlock label="Card" code={cardCode(url, label)} />
          </div>
        </div>
        <p className="max-w-2xl pb-4 text-sm text-pretty text-quiet">
          Both follow the visitor’s light or dark color scheme and update within a minute. To change
          them, add <code className="whitespace-nowrap">?theme=light</code> or <code>dark</code>,{" "}
          <code>size=small</code> or <code>large</code>, and <code>lang=de</code>, <code>fr</code>,
          or <code>es</code> to the address.
        </p>
      </details>
    </section>
  );
}

async function viewOf(ctx: Context, page: PublicImpact): Promise<ImpactView> {
  const impact = toImpactResource(page.impact);
  const colors = page.impact.categories.map(({ color }) => color);
  const urls = impact.categories.flatMap(({ projects: each }) =>
    each.map(({ project }) => project.primary_image_url),
  );
  const projects = projectsOf(impact, await listPictures(ctx, { urls }));
  const brand = await findBrand(ctx, page.owner);
  return { ...page, brand, impact, colors, projects, headline: headlineOf(page.impact) };
}

async function loadPage(slug: string): Promise<ImpactView | null> {
  return readRecent(publicContext(), async (ctx) => {
    const page = await findImpactPage(ctx, slug);
    return page && viewOf(ctx, page);
  });
}

const isPreview = ({ query }: PageRequest) => query.has("preview");

/** End of the page's address. */
const addressIn = ({ params: { slug, subaccount } }: PageRequest) =>
  [slug, subaccount].filter((part) => part !== undefined).join("/");

/** Loads the preview for members of the account, and otherwise the published page. */
async function load(request: PageRequest): Promise<ImpactView | null> {
  const slug = addressIn(request);
  if (!isPreview(request)) return loadPage(slug);
  const session = await findPerson(new Headers({ cookie: request.header("cookie") ?? "" }));
  if (!session) return loadPage(slug);
  const namesIn = (name: string) => (request.query.get(name) ?? "").split(",");
  const ctx = publicContext();
  const preview = await findImpactPreview(ctx, {
    slug,
    liveAccountIds: session.memberships.map(({ account }) => account.id),
    sections: namesIn("sections"),
    equivalents: namesIn("equivalents"),
  });
  return preview ? viewOf(ctx, preview) : loadPage(slug);
}

function titleOf(view: ImpactView): string {
  const { mode, impact } = view;
  const { name, total_offset_kgs: kg } = impact;
  const { kg: headlineKg, claim } = view.headline;
  const amount = `${formatMass(headlineKg)} of CO₂e ${claim === "retired" ? "retired" : "set aside"}`;
  const title = kg === 0 ? `Climate impact of ${name}` : `${name}: ${amount}`;
  return mode === "test" ? `Test: ${title}` : title;
}

function descriptionOf({ mode, impact, projects }: ImpactView): string {
  const { name, total_offset_kgs: kg, since_date } = impact;
  if (kg === 0) return `The carbon credits of ${name}, by project.`;
  const from = projects.length === 1 ? "one project" : `${projects.length} projects`;
  const text =
    `Carbon credits for ${formatMass(kg)} of CO₂e from ${from} for ${name} since ` +
    `${formatDay(since_date)}: ${splitText(impact)}. See the projects and verify them.`;
  return mode === "test" ? `Test data: no real credits were retired. ${text}` : text;
}

function headOf(view: ImpactView): Head {
  const [title, description] = [titleOf(view), descriptionOf(view)];
  const { url } = toImpactPageResource(view.page);
  // Sites cache pictures of links by address, so the address changes with the amounts.
  const picture = {
    url: `${url}/picture.png?kg=${view.impact.total_offset_kgs}&retired=${view.impact.registry_retired_kgs}`,
    width: 1200,
    height: 630,
    alt: title,
  };
  return {
    title,
    description,
    isIndexed: view.page.isListed,
    canonical: url,
    share: { url, picture },
    accent: view.brand.accent,
  };
}

function Foot({ view }: { view: ImpactView }) {
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5 border-t border-line px-5 py-8 sm:px-12">
      <OwnerLinks brand={view.brand} language="en" />
      <p className="max-w-xl text-sm text-pretty text-quiet">
        {view.mode === "test"
          ? "Every order has a certificate that lists its serial numbers. Test certificates list serial numbers of the sandbox."
          : "Every order has a certificate that lists its serial numbers and the registry’s record of their retirement. No kilogram is counted twice."}
      </p>
      <PoweredBy reader={{ language: "en", isChosen: false }} />
    </footer>
  );
}

function Page({ view, label }: { view: ImpactView; label: string | undefined }) {
  const isEmpty = view.impact.total_offset_kgs === 0;
  const { url } = toImpactPageResource(view.page);
  return (
    <main className="mx-auto w-full max-w-5xl sm:px-8 sm:py-12" aria-label={label}>
      <StructuredData view={view} url={url} title={titleOf(view)} />
      <article className="overflow-clip border-line bg-paper sm:rounded-2xl sm:border sm:shadow-sheet">
        <Hero view={view} />
        {has(view, "projects") && <Projects view={view} />}
        {has(view, "map") && <WorldMap view={view} />}
        {!isEmpty && (
          <>
            {has(view, "timeline") && <Timeline view={view} />}
            {has(view, "equivalents") && <Equivalents view={view} />}
          </>
        )}
        <ShowThis view={view} url={url} />
        <Foot view={view} />
      </article>
    </main>
  );
}

/** Headers of the preview, which the dashboard shows in a frame. */
const framed = {
  "cache-control": "private, no-store",
  "content-security-policy": publicPagePolicy({ hasScripts: true, isFramed: true }),
};

/** A page has one address; former ones, and the id of a subaccount with a slug, lead there. */
function movedTo({ page }: ImpactView): PageView {
  const { url } = toImpactPageResource(page);
  return {
    status: 301,
    head: { title: "This page has moved", isIndexed: false },
    headers: { location: new URL(url).pathname, "cache-control": "public, max-age=300" },
    body: (
      <MessagePage title="This page has moved">
        <p>
          <a href={url} className="link">
            {url}
          </a>
        </p>
      </MessagePage>
    ),
  };
}

function render(view: ImpactView | null, request: PageRequest): PageView {
  const headers = isPreview(request) ? { headers: framed } : {};
  if (!view) {
    const hint = "Check the address for missing characters. The page may also be turned off.";
    return { ...missingPage(hint), ...headers };
  }
  const [head, scripts] = [headOf(view), ["/page.js"]];
  if (isPreview(request)) {
    // The dashboard around the frame has its own main landmark.
    return { head, scripts, body: <Page view={view} label="Preview" />, ...headers };
  }
  if (view.page.slug !== addressIn(request)) return movedTo(view);
  return { head, scripts, body: <Page view={view} label={undefined} />, shared: "data" };
}

const keeping = { group: "data", personal: ["preview"] } as const;

export const impactPage = publicPage({ path: "/impact/{slug}", keeping, load, render });

/** The page of a subaccount with a slug. */
export const subaccountImpactPage = publicPage({
  path: "/impact/{slug}/{subaccount}",
  // The rest are embeds of the account's page.
  accepts: ({ subaccount = "" }) => isAllowedSubaccountSlug(subaccount),
  keeping,
  load,
  render,
});
