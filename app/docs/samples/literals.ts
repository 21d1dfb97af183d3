// Values of JSON as literals of a programming language.

export interface Notation {
  list: readonly [open: string, close: string];
  map: readonly [open: string, close: string];
  emptyMap: string;
  entry(name: string, value: string): string;
  /** A string, number, boolean or null. */
  scalar(value: unknown): string;
  indent: string;
}

export function indented(lines: readonly string[], indent = "  "): string[] {
  return lines.map((line) => (line === "" ? line : indent + line));
}

function enclosed([open, close]: Notation["list"], items: string[], indent: string): string {
  const lines = items.flatMap((item) => `${item},`.split("\n"));
  return [open, ...indented(lines, indent), close].join("\n");
}

/** Writes the value over several lines. */
export function literal(value: unknown, notation: Notation): string {
  const { list, map, emptyMap, entry, scalar, indent } = notation;
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== "object")) {
      return `${list[0]}${value.map(scalar).join(", ")}${list[1]}`;
    }
    return enclosed(
      list,
      value.map((item) => literal(item, notation)),
      indent,
    );
  }
  if (typeof value !== "object" || value === null) return scalar(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return emptyMap;
  const items = entries.map(([name, one]) => entry(name, literal(one, notation)));
  return enclosed(map, items, indent);
}
