// A unique rosette for each order number, like those on banknotes.
import { sha256 } from "#core/crypto";

/** Closed curve, drawn once per turn (in degrees). */
export interface Strand {
  path: string;
  turns: number[];
}

/** Centered at 0 0. */
export const ROSETTE_VIEW_BOX = "-500 -500 1000 1000";

interface Wave {
  radius: number;
  petals: number;
  amplitude: number;
  ripple: number;
}

function radiusAt({ radius, petals, amplitude, ripple }: Wave, angle: number): number {
  return (
    radius * (1 + amplitude * Math.cos(petals * angle) + ripple * Math.cos(2 * petals * angle))
  );
}

/** Draws a smooth closed curve with cubic Béziers and whole coordinates. */
function curve(wave: Wave): string {
  const count = wave.petals * 8;
  const points = Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI;
    const radius = radiusAt(wave, angle);
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
  const at = (index: number) => points[(index + count) % count] ?? { x: 0, y: 0 };
  const write = (x: number, y: number) => `${Math.round(x)} ${Math.round(y)}`;
  let path = `M${write(at(0).x, at(0).y)}`;
  for (let index = 0; index < count; index += 1) {
    // Catmull-Rom spline: control points are a sixth of the distance between the adjacent points away.
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    path += `C${write(from.x + (to.x - before.x) / 6, from.y + (to.y - before.y) / 6)}`;
    path += ` ${write(to.x - (after.x - from.x) / 6, to.y - (after.y - from.y) / 6)}`;
    path += ` ${write(to.x, to.y)}`;
  }
  return `${path}z`;
}

export function rosette(seed: string): Strand[] {
  const bytes = sha256(seed);
  let used = 0;
  /** Returns the next number of the seed, from 0 to 1. */
  const draw = () => {
    used += 1;
    return (bytes[used % bytes.length] ?? 0) / 255;
  };
  const strand = (radius: number, copies: number, amplitude: number): Strand => {
    const petals = 7 + Math.floor(draw() * 8);
    const wave = { radius, petals, amplitude: amplitude + draw() * 0.08, ripple: draw() * 0.07 };
    const turns = Array.from({ length: copies }, (_, copy) => (copy * 360) / petals / copies);
    return { path: curve(wave), turns };
  };
  return [strand(385, 9, 0.14), strand(262, 7, 0.2), strand(140, 5, 0.3)];
}
