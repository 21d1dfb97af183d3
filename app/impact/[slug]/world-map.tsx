import type { Language } from "#core/language";
import { VIEW_BOX } from "#ui/world";
import { type Cluster, clustersOf } from "./clusters";
import { impactCopy } from "./copy/copy";
import { has, type ImpactView, type ProjectView } from "./view";

/** A dot for a project, or a larger one with the number of projects around it. */
function Pin({ cluster: { x, y, pins } }: { cluster: Cluster<ProjectView> }) {
  const names = pins.map(({ project: { name, location_name } }) =>
    [name, location_name].filter(Boolean).join(", "),
  );
  const isOne = pins.length === 1;
  return (
    <g>
      <title>{names.join("; ")}</title>
      <circle
        cx={x}
        cy={y}
        r={isOne ? 9 : 15}
        className={`fill-accent stroke-paper [stroke-width:2.5px] max-sm:[stroke-width:4px] ${isOne ? "max-sm:[r:14px]" : "max-sm:[r:24px]"}`}
      />
      {!isOne && (
        <text
          x={x}
          y={y}
          dy="0.36em"
          textAnchor="middle"
          className="fill-paper text-[15px] font-semibold tabular-nums max-sm:text-[26px]"
        >
          {pins.length}
        </text>
      )}
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

function Name({ one: { project } }: { one: ProjectView }) {
  return (
    <li className="min-w-0 text-[0.9375rem]/snug">
      <span className="text-pretty">{project.name}</span>
      <span className="mt-0.5 block text-sm text-quiet">{project.location_name}</span>
    </li>
  );
}

function Pins({ placed, language }: { placed: ProjectView[]; language: Language }) {
  const { map: copy } = impactCopy[language];
  const names = placed.map(({ project }) => project.location_name).filter(Boolean);
  return (
    <div className="bg-soft px-2 py-4 sm:px-8 sm:py-8">
      <div className="relative">
        <Land />
        <svg
          viewBox={VIEW_BOX}
          className="absolute inset-0 size-full overflow-visible"
          role="img"
          aria-labelledby="map-title map-about"
        >
          <title id="map-title">{copy.title}</title>
          <desc id="map-about">{`${names.join("; ")}.`}</desc>
          {/* From north to south, so that the southern one of two is in front. */}
          {clustersOf([...placed].sort((a, b) => b.kg - a.kg))
            .sort((a, b) => a.y - b.y)
            .map((cluster) => (
              <Pin key={cluster.pins[0]?.number} cluster={cluster} />
            ))}
        </svg>
      </div>
    </div>
  );
}

/** No map without places. */
export function WorldMap({ view }: { view: ImpactView }) {
  const { projects } = view;
  const { language } = view.reader;
  const placed = projects.filter(({ place }) => place !== null);
  const hasNames = projects.length > 0 && !has(view, "projects");
  if (placed.length === 0 && !hasNames) return null;
  return (
    <section aria-labelledby="where" className="border-t border-line">
      <h2 id="where" className="sr-only">
        {impactCopy[language].map.heading}
      </h2>
      {placed.length > 0 && <Pins placed={placed} language={language} />}
      {hasNames && (
        <ol className="grid gap-x-8 gap-y-4 px-5 py-8 sm:grid-cols-2 sm:px-12 lg:grid-cols-3">
          {projects.map((one) => (
            <Name key={one.number} one={one} />
          ))}
        </ol>
      )}
    </section>
  );
}
