import { publicContext } from "#core/context";
import { appUrl } from "#core/env";
import { findPublicProject, toProjectDetailResource } from "#domain/catalogue";
import { namedGoals } from "#domain/certificates";
import { listRetiredOfProject } from "#domain/impact";
import { findPublishedLink, type PublishedLink } from "#domain/links";
import { listPictures } from "#domain/pictures";
import { type PageRequest, publicPage } from "#site/public-page";
import { attributeFacts, NOT_STATED } from "#ui/attributes";
import {
  BuyLink,
  CatalogueSheet,
  catalogueHead,
  Goals,
  modeIn,
  portfolioPath,
  projectPath,
  SheetPart,
} from "#ui/catalogue";
import { missingPage } from "#ui/page-parts";
import { sharedPicture } from "#ui/shared-picture";
import { Fact } from "#ui/text";
import { LAND, placeOf, VIEW_BOX } from "#ui/world";
import { Figures, type ProjectView, Vintages } from "./figures";

const topics = [
  { field: "beyond_carbon", title: "Beyond carbon" },
  { field: "permanence", title: "Permanence" },
  { field: "risk_of_reversal", title: "Risk of reversal" },
  { field: "due_diligence", title: "Due diligence" },
] as const;

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

function About({ view: { project } }: { view: ProjectView }) {
  const details = topics.flatMap(({ field, title }) => {
    const text = project[field];
    return text === null || text === "" ? [] : [{ title, text }];
  });
  const goals = namedGoals(project.un_sdg_goals);
  const tags = [...project.activity_types, ...project.third_party_labels];
  const isEmpty = details.length === 0 && goals.length === 0 && tags.length === 0;
  if (isEmpty && project.description === "") return null;
  return (
    <SheetPart title="About the project">
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
          <Tags title="Activities" names={project.activity_types} />
          <Tags title="Third-party labels" names={project.third_party_labels} />
        </div>
      )}
      {goals.length > 0 && (
        <div className="mt-9">
          <Goals goals={goals} language="en" />
        </div>
      )}
    </SheetPart>
  );
}

/** Facts that buyers need for their own disclosures. */
function Disclosure({ view: { project } }: { view: ProjectView }) {
  return (
    <SheetPart title="Facts for disclosures">
      <dl className="mt-5 grid gap-x-8 gap-y-5 sm:grid-cols-3">
        {attributeFacts(project, "en").map(({ label, value }) => (
          <Fact key={label} label={label}>
            {value ?? <span className="text-quiet">{NOT_STATED}</span>}
          </Fact>
        ))}
      </dl>
    </SheetPart>
  );
}

function Place({ view: { project } }: { view: ProjectView }) {
  const place = placeOf(project.location_latitude, project.location_longitude);
  if (place === null) return null;
  const [x, y] = place;
  const name = project.location_name;
  return (
    <section
      aria-label="Location"
      className="border-t border-line bg-soft px-2 py-5 sm:px-12 sm:py-9"
    >
      <svg
        viewBox={VIEW_BOX}
        className="mx-auto w-full max-w-3xl overflow-visible"
        role="img"
        aria-labelledby="map-title"
      >
        <title id="map-title">
          {name === "" ? "Map of the world with the project" : `Map of the world: ${name}`}
        </title>
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
async function load({ params, query }: PageRequest): Promise<ProjectView | null> {
  const ctx = publicContext();
  const id = params["id"] ?? "";
  const result = await findPublicProject(ctx, { id, mode: modeIn(query) });
  if (!result) return null;
  const retired = await listRetiredOfProject(ctx, { mode: result.mode, projectId: id });
  const link = await findPublishedLink(ctx, { slug: query.get("from") });
  const url = result.project.primaryImageUrl;
  return {
    ...result,
    picture: (await listPictures(ctx, { urls: [url] })).get(url ?? "")?.large ?? null,
    project: toProjectDetailResource(result.project),
    retired,
    link: link && sells(link, { id, mode: result.mode }) ? link : null,
  };
}

/** The portfolio in which the visitor's link sells the project. */
function Offer({ link }: { link: PublishedLink }) {
  const { portfolio, mode, slug } = link;
  return (
    <section
      aria-label="Buy"
      className="flex flex-wrap items-center justify-between gap-x-12 gap-y-5 border-t border-line px-5 py-7 sm:px-12"
    >
      <p className="min-w-0 text-pretty">
        Part of the portfolio{" "}
        <a href={portfolioPath(portfolio.id, mode, slug)} className="link font-medium">
          {portfolio.name}
        </a>
      </p>
      <BuyLink {...link} />
    </section>
  );
}

function Page({ view }: { view: ProjectView }) {
  const { mode, project } = view;
  return (
    <CatalogueSheet
      picture={view.picture}
      notice={mode === "test" ? "Sandbox project: fictional, for tests only" : null}
      kind={[project.type, project.location_name].filter(Boolean).join(" · ")}
      name={project.name}
      summary={project.summary}
    >
      {view.link && <Offer link={view.link} />}
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
  load,
  render(view) {
    if (!view) {
      return missingPage(
        "Check the address. The project may also have been removed from the catalogue.",
      );
    }
    const { mode, project } = view;
    const head = catalogueHead({
      picture: sharedPicture({ kind: "project", id: project.id, mode, alt: project.name }),
      mode,
      name: project.name,
      description: project.summary || "A carbon credit project.",
      url: `${appUrl()}${projectPath(project.id, mode)}`,
    });
    return { head, body: <Page view={view} />, shared: "data" };
  },
});
