// Second deaths: of every third crash, the recovery is killed too, at a step that the name draws.
import { createHash } from "node:crypto";
import { type Death, isDeath, nameOf, type Point } from "#testing/crashes/points";

/** About as many steps as a short recovery has; a death beyond its end does not happen. */
const WITHIN_STEPS = 16;
const deaths: readonly Death[] = ["before", "after"];

function drawn(point: Point): Point {
  const digest = createHash("sha256").update(nameOf(point)).digest();
  const mishap = deaths[digest.readUInt8(1) % deaths.length] ?? "before";
  const nth = 1 + (digest.readUInt8(2) % WITHIN_STEPS);
  return digest.readUInt8(0) % 3 === 0 ? { ...point, second: { nth, mishap } } : point;
}

/** The same points; some of the deaths are followed by another one. */
export function withSecondDeaths(points: readonly Point[]): Point[] {
  return points.map((point) => (isDeath(point.hit.mishap) ? drawn(point) : point));
}
