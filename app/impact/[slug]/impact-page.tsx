import { findPerson } from "#auth/session";
import { type Context, publicContext } from "#core/context";
import { formatDay } from "#core/dates";
import { formatMass } from "#core/mass";
import { publicPagePolicy } from "#core/page-headers";
import { addressIn, linkFor, type Reader } from "#core/reader";
import { isAllowedSubaccountSlug } from "#domain/accounts";
import { findBrand } from "#domain/brands";
import {
  findImpactPage,
  findImpactPreview,
  findTranslatedImpact,
  headlineOf,
  type PublicImpact,
  toImpactPageResource,
} from "#domain/impact";
import { listPictures } from "#domain/pictures";
import { type Head, type PageRequest, type PageView, publicPage } from "#site/public-page";
import { uiCopy } from "#ui/copy";
import { OwnerLinks } from "#ui/owner";
import { MessagePage } from "#ui/page-parts";
import { Languages, missingIn, PoweredBy } from "#ui/public-parts";
import { impactCopy } from "./copy/copy";
import { Equivalents } from "./equivalents";
import { Hero } from "./hero";
import { Projects } from "./projects";
import { ShowThis } from "./show-this";
import { Start } from "./start";
import { Timeline } from "./timeline";
import { beneficiaryOf, claimText, has, type ImpactView, projectsOf, splitText } from "./view";
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
  const suffix = view.whose === "own" ? "" : ` ${impactCopy.en.forOthers.claim}`;
  const data = {
    "@context": "https://schema.org",
    "@type": "WebPage",
    name: title,
    url,
    about: { "@type": "Organization", name, ...(logo_url && { logo: logo_url }) },
    mainEntity: [
      amountOf(`Carbon dioxide equivalent retired at registries${suffix}`, registry_retired_kgs),
      amountOf(`Carbon dioxide equivalent set aside, retirement pending${suffix}`, pending_kgs),
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

async function viewOf(ctx: Context, page: PublicImpact, reader: Reader): Promise<ImpactView> {
  const { mode } = page;
  const { language } = reader;
  const impact = await findTranslatedImpact(ctx, { mode, language, impact: page.impact });
  const colors = page.impact.categories.map(({ color }) => color);
  const urls = impact.categories.flatMap(({ projects: each }) =>
    each.map(({ project }) => project.primary_image_url),
  );
  const projects = projectsOf(impact, await listPictures(ctx, { urls }));
  const brand = await findBrand(ctx, page.owner);
  const { headline: whose, ...of } = page;
  return {
    ...of,
    whose,
    reader,
    brand,
    impact,
    colors,
    projects,
    headline: headlineOf(page.impact),
  };
}

async function loadPage(slug: string, reader: Reader): Promise<ImpactView | null> {
  const ctx = publicContext();
  const page = await findImpactPage(ctx, slug);
  return page && viewOf(ctx, page, reader);
}

const isPreview = ({ query }: PageRequest) => query.has("preview");

/** End of the page's address. */
const endIn = ({ params: { slug, subaccount } }: PageRequest) =>
  [slug, subaccount].filter((part) => part !== undefined).join("/");

/** Loads the preview for members of the account, and otherwise the published page. */
async function load(request: PageRequest): Promise<ImpactView | null> {
  const slug = endIn(request);
  const { reader } = request;
  if (!isPreview(request)) return loadPage(slug, reader);
  const session = await findPerson(new Headers({ cookie: request.header("cookie") ?? "" }));
  if (!session) return loadPage(slug, reader);
  const namesIn = (name: string) => (request.query.get(name) ?? "").split(",");
  const ctx = publicContext();
  const preview = await findImpactPreview(ctx, {
    slug,
    liveAccountIds: session.memberships.map(({ account }) => account.id),
    sections: namesIn("sections"),
    equivalents: namesIn("equivalents"),
    headline: request.query.get("headline") ?? "",
  });
  return preview ? viewOf(ctx, preview, reader) : loadPage(slug, reader);
}

function titleOf(view: ImpactView): string {
  const { mode, impact } = view;
  const { language } = view.reader;
  const copy = impactCopy[language];
  const { name, total_offset_kgs: kg } = impact;
  const claim = claimText(view.headline, language);
  const claimed = view.whose === "own" ? claim : `${claim} ${copy.forOthers.claim}`;
  const title = kg === 0 ? copy.title(name) : copy.titleWith(name, claimed);
  return mode === "test" ? uiCopy[language].test(title) : title;
}

function descriptionOf(view: ImpactView): string {
  const { mode, impact, projects } = view;
  const { language } = view.reader;
  const { description: copy } = impactCopy[language];
  const { name, total_offset_kgs: kg, since_date } = impact;
  if (kg === 0) return copy.empty(name);
  const text = copy.text({
    mass: formatMass(kg, language),
    projects: projects.length,
    name: beneficiaryOf(view),
    day: formatDay(since_date, language),
    split: splitText(impact, language),
  });
  return mode === "test" ? copy.test(text) : text;
}

function headOf(view: ImpactView): Head {
  const [title, description] = [titleOf(view), descriptionOf(view)];
  const { url } = toImpactPageResource(view.page);
  const { total_offset_kgs: kg, registry_retired_kgs: retiredKg } = view.impact;
  // Sites cache pictures of links by address, so the address changes with the amounts.
  const address = `${url}/picture.png?kg=${kg}&retired=${retiredKg}`;
  const picture = {
    url: addressIn(address, view.reader.language),
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

function Foot({ view, query }: Pick<PageProps, "view" | "query">) {
  const { reader, mode } = view;
  const { foot: copy } = impactCopy[reader.language];
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5 border-t border-line px-5 py-8 sm:px-12">
      <OwnerLinks brand={view.brand} language={reader.language} />
      <Languages language={reader.language} query={query} />
      <p className="max-w-xl text-sm text-pretty text-quiet">
        {mode === "test" ? copy.test : copy.live}
        {mode === "live" && view.whose === "own" && ` ${copy.once}`}
      </p>
      <PoweredBy reader={reader} />
    </footer>
  );
}

interface PageProps {
  view: ImpactView;
  label: string | undefined;
  query: URLSearchParams;
}

function Page({ view, label, query }: PageProps) {
  const isEmpty = view.impact.total_offset_kgs === 0;
  const { url } = toImpactPageResource(view.page);
  return (
    <main className="mx-auto w-full max-w-5xl sm:px-8 sm:py-12" aria-label={label}>
      <StructuredData view={view} url={url} title={titleOf(view)} />
      <article className="overflow-clip border-line bg-paper sm:rounded-2xl sm:border sm:shadow-sheet">
        <Hero view={view} />
        {isEmpty ? (
          <Start view={view} />
        ) : (
          <>
            {has(view, "projects") && <Projects view={view} />}
            {has(view, "map") && <WorldMap view={view} />}
            {has(view, "timeline") && <Timeline view={view} />}
            {has(view, "equivalents") && <Equivalents view={view} />}
          </>
        )}
        <ShowThis view={view} url={url} />
        <Foot view={view} query={query} />
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
function movedTo({ page, reader }: ImpactView): PageView {
  const { url } = toImpactPageResource(page);
  const { moved } = impactCopy[reader.language];
  return {
    status: 301,
    head: { title: moved, isIndexed: false },
    headers: {
      location: linkFor(reader, new URL(url).pathname),
      "cache-control": "public, max-age=300",
    },
    body: (
      <MessagePage title={moved}>
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
    const { missing } = impactCopy[request.reader.language];
    return { ...missingIn(request.reader, missing), ...headers };
  }
  const [head, scripts] = [headOf(view), ["/page.js"]];
  if (isPreview(request)) {
    // The dashboard around the frame has its own main landmark.
    const label = impactCopy[view.reader.language].preview;
    const body = <Page view={view} label={label} query={request.query} />;
    return { head, scripts, body, ...headers };
  }
  if (view.page.slug !== endIn(request)) return movedTo(view);
  const body = <Page view={view} label={undefined} query={request.query} />;
  return { head, scripts, body, shared: "data" };
}

const keeping = { group: "data", personal: ["preview"] } as const;
const isTranslated = true;

export const impactPage = publicPage({
  path: "/impact/{slug}",
  keeping,
  isTranslated,
  load,
  render,
});

/** The page of a subaccount with a slug. */
export const subaccountImpactPage = publicPage({
  path: "/impact/{slug}/{subaccount}",
  // The rest are embeds of the account's page.
  accepts: ({ subaccount = "" }) => isAllowedSubaccountSlug(subaccount),
  keeping,
  isTranslated,
  load,
  render,
});
