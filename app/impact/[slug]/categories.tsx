import { formatMass } from "#core/mass";
import { formatShare, namedGoals } from "#domain/certificates";
import { Goals, projectPath, RegistryLink } from "#ui/catalogue";
import { partColor, ShareBar, Swatch } from "#ui/share-bar";
import { Fact } from "#ui/text";
import { type CategoryView, type ImpactView, type ProjectView, splitText } from "./view";

function Project({ one, mode }: { one: ProjectView; mode: ImpactView["mode"] }) {
  const { project } = one;
  return (
    <li
      id={`project-${one.number}`}
      className="scroll-mt-6 border-t border-line px-5 py-6 target:bg-soft sm:px-7"
    >
      <div className="flex items-baseline justify-between gap-x-6 gap-y-1 max-sm:flex-col">
        <h4 className="min-w-0 text-lg/snug font-semibold text-pretty">
          <a
            href={projectPath(project.id, mode)}
            className="underline decoration-line decoration-2 underline-offset-4 hover:decoration-edge"
          >
            {project.name}
          </a>
        </h4>
        <p className="shrink-0 text-lg/snug font-semibold whitespace-nowrap tabular-nums">
          {formatMass(one.kg)}
        </p>
      </div>
      {one.recorded.pending_kgs > 0 && (
        <p className="mt-1 text-[0.9375rem] text-quiet tabular-nums">{splitText(one.recorded)}</p>
      )}
      <p className="mt-1 max-w-2xl text-[0.9375rem] text-pretty text-quiet">{project.summary}</p>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 sm:gap-x-8 lg:grid-cols-3">
        {project.location_name !== "" && <Fact label="Location">{project.location_name}</Fact>}
        <Fact label="Vintages">
          <span className="tabular-nums">{one.vintages.replaceAll("-", "–")}</span>
        </Fact>
        <Fact label="Registry">
          <RegistryLink project={project} />
        </Fact>
      </dl>
      <Goals goals={namedGoals(project.un_sdg_goals)} />
    </li>
  );
}

/** Names of categories can repeat, but no project is in two of them. */
function keyOf({ projects }: CategoryView): string | undefined {
  return projects[0]?.project.id;
}

interface CategoryProps {
  category: CategoryView;
  index: number;
  view: ImpactView;
}

function Category({ category, index, view }: CategoryProps) {
  const { name, description } = category.category;
  const [kg, totalKg] = [category.offset_kgs, view.impact.total_offset_kgs];
  return (
    <li className="overflow-clip rounded-xl border border-line">
      <div className="px-5 py-6 sm:px-7">
        <div className="flex items-baseline gap-x-6 gap-y-1 max-sm:flex-col">
          <h3 className="flex min-w-0 grow gap-3 text-xl/snug font-semibold tracking-tight">
            <Swatch {...partColor(view.colors[index], index)} className="size-3.5" />
            <span className="min-w-0 text-pretty">{name}</span>
          </h3>
          <p className="shrink-0 text-xl/snug font-semibold tracking-tight whitespace-nowrap tabular-nums max-sm:pl-6.5">
            {formatMass(kg)}
            {kg < totalKg && (
              <span className="ml-2.5 text-base font-normal tracking-normal text-quiet">
                {formatShare(kg, totalKg)}
              </span>
            )}
          </p>
        </div>
        {description !== "" && (
          <p className="mt-1.5 max-w-2xl text-pretty text-quiet sm:pl-6.5">{description}</p>
        )}
      </div>
      <ul>
        {view.projects
          .filter((one) => one.category === index)
          .map((one) => (
            <Project key={one.number} one={one} mode={view.mode} />
          ))}
      </ul>
    </li>
  );
}

export function Categories({ view }: { view: ImpactView }) {
  const { categories } = view.impact;
  if (categories.length === 0) return null;
  return (
    <section
      aria-labelledby="projects"
      className="border-t border-line px-5 py-9 sm:px-12 sm:py-12"
    >
      <h2 id="projects" className="text-2xl font-semibold tracking-tight">
        Credits by project
      </h2>
      {categories.length > 1 && (
        <ShareBar
          className="mt-6 h-2.5"
          parts={categories.map((category, index) => ({
            key: keyOf(category),
            color: view.colors[index],
            share: category.offset_kgs / view.impact.total_offset_kgs,
          }))}
        />
      )}
      <ul className="mt-7 space-y-5">
        {categories.map((category, index) => (
          <Category key={keyOf(category)} category={category} index={index} view={view} />
        ))}
      </ul>
    </section>
  );
}
