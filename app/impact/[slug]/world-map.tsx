import { VIEW_BOX } from "#ui/world";
import { has, type ImpactView, type ProjectView } from "./view";

/** On small screens the dots keep a visible size and have no numbers. */
function Pin({ one }: { one: ProjectView }) {
  if (!one.place) return null;
  const [x, y] = one.place;
  const { name, location_name } = one.project;
  return (
    <g>
      <title>{[name, location_name].filter(Boolean).join(", ")}</title>
      <circle
        cx={x}
        cy={y}
        r="11"
        className="fill-accent stroke-paper [stroke-width:4px] max-sm:[r:14px] sm:[stroke-width:2.5px]"
      />
      <text
        x={x}
        y={y}
        dy="0.36em"
        textAnchor="middle"
        className="fill-paper text-[12.5px] font-semibold tabular-nums max-sm:hidden"
      >
        {one.number}
      </text>
    </g>
  );
}

const [, , WIDTH, HEIGHT] = VIEW_BOX.split(" ").map(Number);

/** Below the fold and the same for all pages, so it is loaded separately and lazily. */
function Land() {
  return (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcSet="/world.svg?theme=dark" />
      <img
        src="/world.svg"
        alt=""
        width={WIDTH}
        height={HEIGHT}
        loading="lazy"
        className="w-full"
      />
    </picture>
  );
}

function NameOfPin({ one, hasDetails }: { one: ProjectView; hasDetails: boolean }) {
  const { name, location_name } = one.project;
  return (
    <li className="flex min-w-0 gap-3">
      <span
        aria-hidden="true"
        className="mt-px flex size-6 shrink-0 max-sm:mx-1 max-sm:mt-1.5 max-sm:size-2.5 max-sm:text-[0px] items-center justify-center rounded-full bg-accent text-xs font-semibold text-paper tabular-nums"
      >
        {one.number}
      </span>
      <span className="min-w-0 text-[0.9375rem]/snug">
        {hasDetails ? (
          <a href={`#project-${one.number}`} className="link text-pretty">
            {name}
          </a>
        ) : (
          <span className="text-pretty">{name}</span>
        )}
        <span className="mt-0.5 block text-sm text-quiet">{location_name}</span>
      </span>
    </li>
  );
}

export function WorldMap({ view }: { view: ImpactView }) {
  const { projects } = view;
  const placed = projects.filter(({ place }) => place !== null);
  const names = placed.map(({ project }) => project.location_name).filter(Boolean);
  return (
    <section aria-labelledby="where" className="border-t border-line">
      <h2 id="where" className="sr-only">
        Where the projects are
      </h2>
      <div className="bg-soft px-2 py-4 sm:px-8 sm:py-8">
        <div className="relative">
          <Land />
          <svg
            viewBox={VIEW_BOX}
            className="absolute inset-0 size-full overflow-visible"
            role="img"
            aria-labelledby="map-title map-about"
          >
            <title id="map-title">World map of the projects</title>
            <desc id="map-about">
              {names.length === 0 ? "No projects yet." : `${names.join("; ")}.`}
            </desc>
            {/* Sorted from north to south, so that the southern dot of an overlapping pair is in front. */}
            {[...placed]
              .sort((a, b) => (a.place?.[1] ?? 0) - (b.place?.[1] ?? 0))
              .map((one) => (
                <Pin key={one.number} one={one} />
              ))}
          </svg>
        </div>
      </div>
      {projects.length > 0 && (
        <ol className="grid gap-x-8 gap-y-4 px-5 py-8 sm:grid-cols-2 sm:px-12 lg:grid-cols-3">
          {projects.map((one) => (
            <NameOfPin key={one.number} one={one} hasDetails={has(view, "projects")} />
          ))}
        </ol>
      )}
    </section>
  );
}
