import { publicContext } from "#core/context";
import { appUrl } from "#core/env";
import { linkFor, type Reader } from "#core/reader";
import {
  findPublicProject,
  findTranslated,
  toPortfolioResource,
  toProjectDetailResource,
} from "#domain/catalogue";
import { namedGoals } from "#domain/certificates";
import { listRetiredOfProject } from "#domain/impact";
import { listPictures } from "#domain/pictures";
import { publishedLinks } from "#modules";
import type { PublishedLink } from "#modules/module";
import { type PageRequest, publicPage } from "#site/public-page";
import { attributeCopy } from "#ui/attribute-copy";
import { attributeFacts } from "#ui/attributes";
import { modeIn, portfolioPath, projectPath } from "#ui/catalogue";
import { catalogueCopy } from "#ui/catalogue-copy";
import { BuyLink, CatalogueSheet, catalogueHead, Goals, SheetPart } from "#ui/catalogue-sheet";
import { missingIn } from "#ui/public-parts";
import { sharedPicture } from "#ui/shared-picture";
import { Fact } from "#ui/text";
import { LAND, placeOf, VIEW_BOX } from "#ui/world";
import { Figures, type ProjectView, Vintages } from "./figures";

const topics = ["beyond_carbon", "permanence", "risk_of_reversal", "due_diligence"] as const;

function Tags({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <div className="min-w-0">
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-2 flex flex-wrap gap-2">
        {[...new Set(names)].map((name) => (
          <li key={name} className="rounded-md bg-soft px-2.5 py-1 text-[0.9375rem]">
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

function About({ view: { project, reader } }: { view: ProjectView }) {
  const { language } = reader;
  const { project: copy } = catalogueCopy[language];
  const details = topics.flatMap((field) => {
    const text = project[field];
    return text === null || text === "" ? [] : [{ title: copy.topics[field], text }];
  });
  const goals = namedGoals(project.un_sdg_goals, language);
  const tags = [...project.activity_types, ...project.third_party_labels];
  const isEmpty = details.length === 0 && goals.length === 0 && tags.length === 0;
  if (isEmpty && project.description === "") return null;
  return (
    <SheetPart title={copy.about}>
      {project.description !== "" && (
        <p className="mt-4 max-w-3xl text-lg/relaxed whitespace-pre-line text-pretty">
          {project.description}
        </p>
      )}
      {details.length > 0 && (
        <dl className="mt-9 grid gap-x-12 gap-y-7 sm:grid-cols-2">
          {details.map(({ title, text }) => (
            <div key={title} className="min-w-0">
              <dt className="font-semibold">{title}</dt>
              <dd className="mt-1.5 whitespace-pre-line text-pretty text-quiet">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {tags.length > 0 && (
        <div className="mt-9 grid gap-x-12 gap-y-7 sm:grid-cols-2">
          <Tags title={copy.activities} names={project.activity_types} />
          <Tags title={copy.labels} names={project.third_party_labels} />
        </div>
      )}
      {goals.length > 0 && (
        <div className="mt-9">
          <Goals goals={goals} language={language} />
        </div>
      )}
    </SheetPart>
  );
}

/** Facts that buyers need for their own disclosures. */
function Disclosure({ view: { project, reader } }: { view: ProjectView }) {
  const { language } = reader;
  return (
    <SheetPart title={catalogueCopy[language].project.disclosures}>
      <dl className="mt-5 grid gap-x-8 gap-y-5 sm:grid-cols-3">
        {attributeFacts(project, language).map(({ label, value }) => (
          <Fact key={label} label={label}>
            {value ?? <span className="text-quiet">{attributeCopy[language].notStated}</span>}
          </Fact>
        ))}
      </dl>
    </SheetPart>
  );
}

function Place({ view: { project, reader } }: { view: ProjectView }) {
  const { project: copy } = catalogueCopy[reader.language];
  const place = placeOf(project.location_latitude, project.location_longitude);
  if (place === null) return null;
  const [x, y] = place;
  const name = project.location_name;
  return (
    <section
      aria-label={copy.location}
      className="border-t border-line bg-soft px-2 py-5 sm:px-12 sm:py-9"
    >
      <svg
        viewBox={VIEW_BOX}
        className="mx-auto w-full max-w-3xl overflow-visible"
        role="img"
        aria-labelledby="map-title"
      >
        <title id="map-title">{name === "" ? copy.map : copy.mapOf(name)}</title>
        <path d={LAND} className="fill-thread" />
        <circle cx={x} cy={y} r="26" className="fill-accent opacity-20 max-sm:[r:36px]" />
        <circle
          cx={x}
          cy={y}
          r="10"
          className="fill-accent stroke-paper [stroke-width:4px] max-sm:[r:15px]"
        />
      </svg>
      {name !== "" && <p className="mt-4 text-center text-[0.9375rem] text-quiet">{name}</p>}
    </section>
  );
}

function sells(link: PublishedLink, { id, mode }: { id: string; mode: string }): boolean {
  const members = link.portfolio.allocations.flatMap(({ category }) => category.projects);
  return link.mode === mode && members.some(({ projectId }) => projectId === id);
}

/** The project with what was retired of it. */
async function load({ params, query, reader }: PageRequest): Promise<ProjectView | null> {
  const ctx = publicContext();
  const id = params["id"] ?? "";
  const result = await findPublicProject(ctx, { id, mode: modeIn(query) });
  if (!result) return null;
  const retired = await listRetiredOfProject(ctx, { mode: result.mode, projectId: id });
  const link = await publishedLinks.find(ctx, { slug: query.get("from") });
  const url = result.project.primaryImageUrl;
  const { mode, portfolios } = result;
  const sold = link && sells(link, { id, mode }) ? link : null;
  const portfolioIds = [...portfolios, ...(sold ? [sold.portfolio] : [])].map((one) => one.id);
  const translated = await findTranslated(ctx, {
    mode,
    language: reader.language,
    ids: { project: [id], portfolio: portfolioIds },
  });
  const project = translated.inEntry("project", toProjectDetailResource(result.project));
  return {
    mode,
    reader,
    portfolios: portfolios.map((row) => translated.inEntry("portfolio", toPortfolioResource(row))),
    picture: (await listPictures(ctx, { urls: [url] })).get(url ?? "")?.large ?? null,
    project,
    originalName: project.name === result.project.name ? null : result.project.name,
    retired,
    link: sold && { ...sold, portfolio: translated.inEntry("portfolio", sold.portfolio) },
  };
}

/** The portfolio in which the visitor's link sells the project. */
function Offer({ link, reader }: { link: PublishedLink; reader: Reader }) {
  const { portfolio, mode, slug } = link;
  const { project: copy } = catalogueCopy[reader.language];
  return (
    <section
      aria-label={copy.offer}
      className="flex flex-wrap items-center justify-between gap-x-12 gap-y-5 border-t border-line px-5 py-7 sm:px-12"
    >
      <p className="min-w-0 text-pretty">
        {copy.partOf}{" "}
        <a
          href={linkFor(reader, portfolioPath(portfolio.id, mode, slug))}
          className="link font-medium"
        >
          {portfolio.name}
        </a>
      </p>
      <BuyLink {...link} reader={reader} />
    </section>
  );
}

function Page({ view, query }: { view: ProjectView; query: URLSearchParams }) {
  const { mode, project, reader } = view;
  const { project: copy } = catalogueCopy[reader.language];
  return (
    <CatalogueSheet
      picture={view.picture}
      notice={mode === "test" ? copy.notice : null}
      kind={[project.type, project.location_name].filter(Boolean).join(" · ")}
      name={project.name}
      originalName={view.originalName}
      summary={project.summary}
      reader={reader}
      query={query}
    >
      {view.link && <Offer link={view.link} reader={reader} />}
      <Figures view={view} />
      <About view={view} />
      <Disclosure view={view} />
      <Place view={view} />
      <Vintages view={view} />
    </CatalogueSheet>
  );
}

export const projectPage = publicPage({
  path: "/projects/{id}",
  keeping: { group: "data", varies: ["mode", "from"] },
  isTranslated: true,
  load,
  render(view, { reader, query }) {
    const { project: copy } = catalogueCopy[reader.language];
    if (!view) return missingIn(reader, copy.missing);
    const { mode, project } = view;
    const { language } = reader;
    const { id, name } = project;
    const head = catalogueHead({
      picture: sharedPicture({ kind: "project", id, mode, language, alt: name }),
      mode,
      name,
      description: project.summary || copy.description,
      url: `${appUrl()}${projectPath(id, mode)}`,
      language,
    });
    return { head, body: <Page view={view} query={query} />, shared: "data" };
  },
});
