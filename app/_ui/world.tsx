// Outline of the world in the Natural Earth projection, and positions on it.
import { geoNaturalEarth1, geoPath } from "d3-geo";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import land110m from "world-atlas/land-110m.json";

const WIDTH = 1000;
/** Excludes Antarctica and the polar ice. */
const [NORTH, SOUTH] = [84, -58];
/** Smallest island that is drawn, in square units. */
const SMALLEST = 8;

const projection = geoNaturalEarth1().fitWidth(WIDTH, { type: "Sphere" });

function rowOf(latitude: number): number {
  return Math.round(projection([0, latitude])?.[1] ?? 0);
}

const top = rowOf(NORTH);
/** Crops the Pacific, which is on both sides. */
export const VIEW_BOX = `40 ${top} ${WIDTH - 60} ${rowOf(SOUTH) - top}`;

type Point = readonly [x: number, y: number];

function areaOf(ring: readonly Point[]): number {
  let twice = 0;
  for (const [index, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
    twice += x * nextY - nextX * y;
  }
  return Math.abs(twice) / 2;
}

/** Writes a closed ring with relative whole coordinates, to keep it short. */
function ringPath(ring: readonly Point[]): string {
  let [atX, atY] = ring[0] ?? [0, 0];
  let path = `M${atX} ${atY}l`;
  for (const [x, y] of ring.slice(1)) {
    if (x === atX && y === atY) continue;
    const [dx, dy] = [x - atX, y - atY];
    path += `${/\d$/.test(path) && dx >= 0 ? " " : ""}${dx}${dy < 0 ? "" : " "}${dy}`;
    [atX, atY] = [x, y];
  }
  return `${path}z`;
}

function outline(): string {
  const topology = land110m as unknown as Topology<{ land: GeometryCollection }>;
  const drawn = geoPath(projection).digits(0)(feature(topology, topology.objects.land)) ?? "";
  return drawn
    .split("M")
    .slice(1)
    .map((ring) =>
      [...ring.matchAll(/(-?\d+),(-?\d+)/g)].map(([, x, y]): Point => [Number(x), Number(y)]),
    )
    .filter((ring) => areaOf(ring) >= SMALLEST && ring.some(([, y]) => y < rowOf(SOUTH)))
    .map(ringPath)
    .join("");
}

/** All land as an SVG path. */
export const LAND = outline();

/** Returns the position on the map; null if it is unknown or outside the map. */
export function placeOf(latitude: number | null, longitude: number | null): Point | null {
  if (latitude === null || longitude === null) return null;
  if (latitude > NORTH || latitude < SOUTH) return null;
  const [x, y] = projection([longitude, latitude]) ?? [];
  return x === undefined || y === undefined ? null : [Math.round(x), Math.round(y)];
}
