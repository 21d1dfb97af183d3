// How much an SVG draws in the end, when what it refers to is drawn anew for each reference.
import type { XastElement } from "svgo/browser";
import { idsIn } from "./svg-values.ts";
import { REFERENCES } from "./svg-vocabulary.ts";

const WHOLE_PICTURE = 100;

function childrenOf(element: XastElement): XastElement[] {
  return element.children.filter((child) => child.type === "element");
}

function withDescendants(element: XastElement): XastElement[] {
  return [element, ...childrenOf(element).flatMap(withDescendants)];
}

function referencesOf({ attributes }: XastElement): string[] {
  return Object.entries(attributes).flatMap(([name, value]) =>
    REFERENCES.has(name) ? [value.slice(1)] : idsIn(value),
  );
}

/** What works on the whole picture costs as much as many shapes. */
function costOf({ name }: XastElement): number {
  return name === "mask" || name.startsWith("fe") ? WHOLE_PICTURE : 1;
}

/** The number of elements drawn, or what costs as much; infinite where something contains itself. */
export function drawnElements(root: XastElement): number {
  const byId = new Map<string, XastElement>();
  for (const element of withDescendants(root)) {
    const id = element.attributes["id"];
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
  }
  const counts = new Map<XastElement, number>();
  function count(element: XastElement): number {
    const known = counts.get(element);
    if (known !== undefined) return known;
    // Whoever comes back here before the count is done has found a circle.
    counts.set(element, Number.POSITIVE_INFINITY);
    const referred = referencesOf(element).flatMap((id) => byId.get(id) ?? []);
    const inner = [...childrenOf(element), ...referred];
    const total = inner.reduce((sum, it) => sum + count(it), costOf(element));
    counts.set(element, total);
    return total;
  }
  return count(root);
}
