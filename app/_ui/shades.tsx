// The colours of parts of a whole, in their order.

/** As Tailwind's classes; beyond the last they begin again. */
const fills = [
  "fill-shade-1",
  "fill-shade-2",
  "fill-shade-3",
  "fill-shade-4",
  "fill-shade-5",
  "fill-shade-6",
];

export const SHADES = fills.length;

/** The class that fills the part at this place. */
export function fillOf(index: number): string {
  return fills[index % SHADES] ?? "fill-shade-1";
}
