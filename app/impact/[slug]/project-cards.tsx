// Projects of an impact page as cards with pictures.
import { formatMass } from "#core/mass";
import { linkFor, type Reader } from "#core/reader";
import { namedGoals } from "#domain/certificates";
import { attributeLine } from "#ui/attributes";
import { projectPath, RegistryLink } from "#ui/catalogue";
import { uiCopy } from "#ui/copy";
import { Picture } from "#ui/picture";
import { partColor, Swatch } from "#ui/share-bar";
import { Fact } from "#ui/text";
import { impactCopy } from "./copy/copy";
import type { ImpactView, ProjectView } from "./view";

export interface ProjectProps {
  one: ProjectView;
  view: ImpactView;
}

/** Retired part of a project's kg. Nothing if the top of the page says the same of all kg. */
export function Evidence({ one, view: { impact, mode, reader } }: ProjectProps) {
  if (impact.pending_kgs === 0 || impact.registry_retired_kgs === 0) return null;
  const { language } = reader;
  const { projects: copy } = impactCopy[language];
  const { pending_kgs, registry_retired_kgs } = one.recorded;
  if (registry_retired_kgs === 0) return copy.pending;
  if (pending_kgs === 0) return mode === "test" ? copy.retiredInTest : copy.retired;
  return copy.part(formatMass(registry_retired_kgs, language), formatMass(pending_kgs, language));
}

function GoalNumbers({ one, reader: { language } }: { one: ProjectView; reader: Reader }) {
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

/**
 * Columns of a card, of six, on tablets and on wide screens. The largest projects fill the row that
 * would otherwise be short, so that none is alone in the last one.
 */
function spanOf(index: number, count: number) {
  const isWide = {
    tablet: count % 2 === 1 && index === 0,
    desktop: count % 3 === 1 && index === 0,
  };
  const isHalf = count % 3 === 2 && index < 2;
  return {
    card: [
      isWide.tablet ? "sm:max-lg:col-span-6 sm:max-lg:flex-row" : "sm:max-lg:col-span-3",
      isWide.desktop ? "lg:col-span-6 lg:flex-row" : isHalf ? "lg:col-span-3" : "lg:col-span-2",
    ].join(" "),
    picture: [isWide.tablet ? "sm:max-lg:w-2/5" : "", isWide.desktop ? "lg:w-1/2" : ""].join(" "),
    sizes: isWide.desktop || isHalf ? "(min-width: 40rem) 430px, 92vw" : SIZES,
  };
}

const SIZES = "(min-width: 64rem) 300px, (min-width: 40rem) 45vw, 92vw";

function Facts({ one, reader }: { one: ProjectView; reader: Reader }) {
  const { project } = one;
  const { language } = reader;
  const { projects: copy } = impactCopy[language];
  return (
    <dl className="grid grid-cols-2 gap-x-5 gap-y-3 border-t border-line pt-4">
      {project.location_name !== "" && <Fact label={copy.location}>{project.location_name}</Fact>}
      <Fact label={copy.mechanism}>{attributeLine(project, language)}</Fact>
      <Fact label={copy.vintages}>
        <span className="tabular-nums">{one.vintages.replaceAll("-", "–")}</span>
      </Fact>
      <Fact label={copy.registry}>
        <RegistryLink project={project} />
      </Fact>
    </dl>
  );
}

/** On phones, cards after these are short. */
const MAX_LONG = 4;

function Card({ one, view, index, count }: ProjectProps & { index: number; count: number }) {
  const { project } = one;
  const { reader, mode } = view;
  const span = spanOf(index, count);
  const isShort = index >= MAX_LONG;
  const inLong = isShort ? "max-sm:hidden" : "";
  return (
    <li
      id={`project-${one.number}`}
      className={`flex scroll-mt-6 flex-col overflow-clip rounded-xl border border-line target:ring-2 target:ring-accent ${isShort ? "max-sm:flex-row" : ""} ${span.card}`}
    >
      <Picture
        picture={one.picture}
        variant={one.number}
        sizes={span.sizes}
        className={`aspect-3/2 w-full shrink-0 ${isShort ? "max-sm:w-28" : ""} ${span.picture}`}
      />
      <div
        className={`flex min-w-0 grow flex-col ${isShort ? "px-4 py-3 sm:px-5 sm:pt-4 sm:pb-5" : "px-5 pt-4 pb-5"}`}
      >
        <h3
          className={`flex gap-2.5 font-semibold text-pretty ${isShort ? "text-base/snug sm:text-lg/snug" : "text-lg/snug"}`}
        >
          <Swatch {...partColor(view.colors[one.category], one.category)} className="size-3" />
          <a
            href={linkFor(reader, projectPath(project.id, mode))}
            className="min-w-0 underline decoration-line decoration-2 underline-offset-4 hover:decoration-edge"
          >
            {project.name}
          </a>
        </h3>
        <p
          className={`mt-2 font-semibold tracking-tight tabular-nums ${isShort ? "text-lg sm:text-2xl" : "text-2xl"}`}
        >
          {formatMass(one.kg, reader.language)}
        </p>
        <p className="mt-0.5 text-sm text-quiet empty:hidden">
          <Evidence one={one} view={view} />
        </p>
        {isShort && <p className="text-sm text-quiet sm:hidden">{project.location_name}</p>}
        <p className={`mt-3 mb-4 line-clamp-3 text-[0.9375rem]/snug text-pretty ${inLong}`}>
          {project.summary}
        </p>
        <div className={`mt-auto ${inLong}`}>
          <Facts one={one} reader={reader} />
          <GoalNumbers one={one} reader={reader} />
        </div>
      </div>
    </li>
  );
}

export function Cards({ projects, view }: { projects: ProjectView[]; view: ImpactView }) {
  return (
    <ul className="mt-8 grid gap-5 sm:grid-cols-6">
      {projects.map((one, index) => (
        <Card key={one.number} {...{ one, view, index }} count={projects.length} />
      ))}
    </ul>
  );
}
