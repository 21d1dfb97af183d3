import { formatMass } from "#core/mass";
import { linkFor } from "#core/reader";
import { formatShare } from "#domain/certificates";
import { attributeLine } from "#ui/attributes";
import { projectPath, RegistryLink } from "#ui/catalogue";
import { partColor, ShareBar, Swatch } from "#ui/share-bar";
import { impactCopy } from "./copy/copy";
import { Cards, Evidence, type ProjectProps } from "./project-cards";
import type { CategoryView, ImpactView, ProjectView } from "./view";

/** More projects are rows of a table, so that the page stays short on a phone. */
const MAX_CARDS = 9;

function Row({ one, view }: ProjectProps) {
  const { project } = one;
  const { reader, mode } = view;
  const { language } = reader;
  return (
    <tr id={`project-${one.number}`} className="border-b border-line align-top last:border-0">
      <th scope="row" className="py-2.5 pr-4 text-left font-normal">
        <span className="flex gap-2.5">
          <Swatch {...partColor(view.colors[one.category], one.category)} className="size-2.5" />
          <span className="min-w-0">
            <a href={linkFor(reader, projectPath(project.id, mode))} className="link">
              {project.name}
            </a>
            <span className="block text-sm text-quiet">
              {[project.location_name, attributeLine(project, language)]
                .filter(Boolean)
                .join(" · ")}
            </span>
            <span className="block text-sm text-quiet">
              <RegistryLink project={project} />
            </span>
          </span>
        </span>
      </th>
      <td className="py-2.5 text-right whitespace-nowrap tabular-nums">
        {formatMass(one.kg, language)}
        <span className="block text-sm whitespace-normal text-quiet">
          <Evidence one={one} view={view} />
        </span>
      </td>
    </tr>
  );
}

function More({ projects, view }: { projects: ProjectView[]; view: ImpactView }) {
  const { projects: copy } = impactCopy[view.reader.language];
  return (
    <details className="mt-6">
      <summary className="-mx-2 inline-flex min-h-11 cursor-pointer items-center rounded-lg px-2 font-medium text-accent hover:bg-soft">
        {copy.more(projects.length)}
      </summary>
      <table className="mt-3 w-full text-[0.9375rem]">
        <caption className="sr-only">{copy.moreCaption}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{copy.project}</th>
            <th scope="col">{copy.amount}</th>
          </tr>
        </thead>
        <tbody>
          {projects.map((one) => (
            <Row key={one.number} one={one} view={view} />
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Descriptions of more categories are short, so that the projects' pictures come early. */
const MAX_DESCRIBED = 4;

/** Names of categories can repeat, but no project is in two of them. */
function keyOf({ projects }: CategoryView): string | undefined {
  return projects[0]?.project.id;
}

/** The bar of the categories, with a legend that explains them. */
function Legend({ view }: { view: ImpactView }) {
  const { categories, total_offset_kgs: totalKg } = view.impact;
  const { language } = view.reader;
  const clamp =
    categories.length > MAX_DESCRIBED ? "line-clamp-2 max-sm:hidden" : "max-sm:line-clamp-2";
  return (
    <>
      {categories.length > 1 && (
        <ShareBar
          className="mt-6 h-3"
          parts={categories.map((category, index) => ({
            key: keyOf(category),
            color: view.colors[index],
            share: category.offset_kgs / totalKg,
          }))}
        />
      )}
      <ul className="mt-5 grid gap-x-10 gap-y-5 sm:grid-cols-2">
        {categories.map(({ category, offset_kgs: kg, projects }, index) => (
          <li key={projects[0]?.project.id} className="flex min-w-0 gap-3">
            <Swatch {...partColor(view.colors[index], index)} className="size-3" />
            <div className="min-w-0 grow">
              <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
                <span>{category.name}</span>
                <span className="tabular-nums">
                  {formatMass(kg, language)}
                  {kg < totalKg && (
                    <span className="ml-2 font-normal text-quiet">
                      {formatShare(kg, totalKg, language)}
                    </span>
                  )}
                </span>
              </p>
              {category.description !== "" && (
                <p className={`mt-1 text-sm text-pretty text-quiet ${clamp}`}>
                  {category.description}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The largest projects as cards, the others as rows behind them. */
export function Projects({ view }: { view: ImpactView }) {
  if (view.projects.length === 0) return null;
  const sorted = [...view.projects].sort((a, b) => b.kg - a.kg);
  const isFew = sorted.length <= MAX_CARDS + 1;
  const cards = isFew ? sorted : sorted.slice(0, MAX_CARDS);
  return (
    <section
      aria-labelledby="projects"
      className="border-t border-line px-5 py-9 sm:px-12 sm:py-12"
    >
      <h2 id="projects" className="text-2xl font-semibold tracking-tight">
        {impactCopy[view.reader.language].projects.title}
      </h2>
      <Legend view={view} />
      <Cards projects={cards} view={view} />
      {!isFew && <More projects={sorted.slice(MAX_CARDS)} view={view} />}
    </section>
  );
}
