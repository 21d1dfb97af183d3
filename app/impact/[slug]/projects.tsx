import { formatMass } from "#core/mass";
import { linkFor, type Reader } from "#core/reader";
import { formatShare, namedGoals } from "#domain/certificates";
import { attributeLine } from "#ui/attributes";
import { projectPath, RegistryLink } from "#ui/catalogue";
import { uiCopy } from "#ui/copy";
import { Picture } from "#ui/picture";
import { partColor, ShareBar, Swatch } from "#ui/share-bar";
import { Fact } from "#ui/text";
import { impactCopy } from "./copy/copy";
import { type CategoryView, type ImpactView, type ProjectView, splitText } from "./view";

/** More projects are rows of a table, so that the page stays short on a phone. */
const MOST_CARDS = 9;

function Evidence({ one, mode, reader: { language } }: CardProps) {
  const { projects: copy } = impactCopy[language];
  const { pending_kgs, registry_retired_kgs } = one.recorded;
  if (pending_kgs > 0) return splitText(one.recorded, language);
  if (registry_retired_kgs === 0) return null;
  return mode === "test" ? copy.retiredInTest : copy.retired;
}

function GoalNumbers({ one, reader: { language } }: Pick<CardProps, "one" | "reader">) {
  const goals = namedGoals(one.project.un_sdg_goals, language);
  if (goals.length === 0) return null;
  return (
    <ul aria-label={uiCopy[language].goals} className="mt-4 flex flex-wrap gap-1.5">
      {goals.map(({ number, name }) => (
        <li
          key={number}
          title={name}
          className="min-w-7 rounded bg-soft px-1.5 py-0.5 text-center text-sm font-semibold text-accent"
        >
          {number}
          <span className="sr-only"> {name}</span>
        </li>
      ))}
    </ul>
  );
}

interface CardProps {
  one: ProjectView;
  mode: ImpactView["mode"];
  reader: Reader;
}

function Card({ one, mode, reader, color }: CardProps & { color: number | null | undefined }) {
  const { project } = one;
  const { language } = reader;
  const { projects: copy } = impactCopy[language];
  return (
    <li
      id={`project-${one.number}`}
      className="flex scroll-mt-6 flex-col overflow-clip rounded-xl border border-line target:ring-2 target:ring-accent"
    >
      <Picture
        picture={one.picture}
        variant={one.number}
        sizes="(min-width: 64rem) 300px, (min-width: 40rem) 45vw, 92vw"
        className="aspect-3/2 w-full"
      />
      <div className="flex grow flex-col px-5 pt-4 pb-5">
        <h3 className="flex gap-2.5 text-lg/snug font-semibold text-pretty">
          <Swatch {...partColor(color, one.category)} className="size-3" />
          <a
            href={linkFor(reader, projectPath(project.id, mode))}
            className="min-w-0 underline decoration-line decoration-2 underline-offset-4 hover:decoration-edge"
          >
            {project.name}
          </a>
        </h3>
        <p className="mt-2 text-2xl font-semibold tracking-tight tabular-nums">
          {formatMass(one.kg, language)}
        </p>
        <p className="mt-0.5 text-sm text-quiet">
          <Evidence one={one} mode={mode} reader={reader} />
        </p>
        <p className="mt-3 mb-4 line-clamp-3 text-[0.9375rem]/snug text-pretty">
          {project.summary}
        </p>
        <dl className="mt-auto grid grid-cols-2 gap-x-5 gap-y-3 border-t border-line pt-4">
          {project.location_name !== "" && (
            <Fact label={copy.location}>{project.location_name}</Fact>
          )}
          <Fact label={copy.mechanism}>{attributeLine(project, language)}</Fact>
          <Fact label={copy.vintages}>
            <span className="tabular-nums">{one.vintages.replaceAll("-", "–")}</span>
          </Fact>
          <Fact label={copy.registry}>
            <RegistryLink project={project} />
          </Fact>
        </dl>
        <GoalNumbers one={one} reader={reader} />
      </div>
    </li>
  );
}

function Row({ one, mode, reader, color }: CardProps & { color: number | null | undefined }) {
  const { project } = one;
  const { language } = reader;
  return (
    <tr id={`project-${one.number}`} className="border-b border-line align-top last:border-0">
      <th scope="row" className="py-2.5 pr-4 text-left font-normal">
        <span className="flex gap-2.5">
          <Swatch {...partColor(color, one.category)} className="size-2.5" />
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
          <Evidence one={one} mode={mode} reader={reader} />
        </span>
      </td>
    </tr>
  );
}

function More({ projects, view }: { projects: ProjectView[]; view: ImpactView }) {
  const { reader } = view;
  const { projects: copy } = impactCopy[reader.language];
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
            <Row
              key={one.number}
              {...{ one, reader }}
              mode={view.mode}
              color={view.colors[one.category]}
            />
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Names of categories can repeat, but no project is in two of them. */
function keyOf({ projects }: CategoryView): string | undefined {
  return projects[0]?.project.id;
}

/** The bar of the categories, with a legend that explains them. */
function Legend({ view }: { view: ImpactView }) {
  const { categories, total_offset_kgs: totalKg } = view.impact;
  const { language } = view.reader;
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
                <p className="mt-1 text-sm text-pretty text-quiet">{category.description}</p>
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
  const { reader } = view;
  const sorted = [...view.projects].sort((a, b) => b.kg - a.kg);
  const isFew = sorted.length <= MOST_CARDS + 1;
  const cards = isFew ? sorted : sorted.slice(0, MOST_CARDS);
  return (
    <section
      aria-labelledby="projects"
      className="border-t border-line px-5 py-9 sm:px-12 sm:py-12"
    >
      <h2 id="projects" className="text-2xl font-semibold tracking-tight">
        {impactCopy[reader.language].projects.title}
      </h2>
      <Legend view={view} />
      <ul className="mt-8 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {cards.map((one) => (
          <Card
            key={one.number}
            {...{ one, reader }}
            mode={view.mode}
            color={view.colors[one.category]}
          />
        ))}
      </ul>
      {!isFew && <More projects={sorted.slice(MOST_CARDS)} view={view} />}
    </section>
  );
}
