// Where in the world the project is, where that is known.
import { LAND, placeOf, VIEW_BOX } from "#ui/world";
import type { Shown } from "./shown";

export function Place({ shown: { project } }: { shown: Shown }) {
  const place = placeOf(project.location_latitude, project.location_longitude);
  if (place === null) return null;
  const [x, y] = place;
  const name = project.location_name;
  return (
    <section
      aria-label="Where it is"
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
