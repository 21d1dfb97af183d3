/** Pins of the map that are so close that they would overlap. */
export interface Cluster<Pin> {
  x: number;
  y: number;
  pins: Pin[];
}

interface Placed {
  place: readonly [x: number, y: number] | null;
}

/** Least distance of two pins, in units of the map. */
const APART = 34;

/**
 * Joins each pin to the first cluster near it, or begins one. A cluster stays where its first pin
 * is, so that those of the largest projects keep their place if the pins are sorted by size.
 */
export function clustersOf<Pin extends Placed>(pins: readonly Pin[]): Cluster<Pin>[] {
  const clusters: Cluster<Pin>[] = [];
  for (const pin of pins) {
    if (pin.place === null) continue;
    const [x, y] = pin.place;
    const near = clusters.find((one) => Math.hypot(one.x - x, one.y - y) < APART);
    if (near) near.pins.push(pin);
    else clusters.push({ x, y, pins: [pin] });
  }
  return clusters;
}
