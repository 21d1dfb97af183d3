// Values of JSON as literals of a programming language.

export interface Notation {
  entry(name: string, value: string): string;
  /** A string, number, boolean or null. */
  scalar(value: unknown): string;
  indent: string;
}

export function indented(lines: readonly string[], indent = "  "): string[] {
  return lines.map((line) => (line === "" ? line : indent + line));
}

function enclosed(open: string, items: string[], close: string, indent: string): string {
  const lines = items.flatMap((item) => `${item},`.split("\n"));
  return [open, ...indented(lines, indent), close].join("\n");
}

/** Writes the value over several lines. */
export function literal(value: unknown, notation: Notation): string {
  const { entry, scalar, indent } = notation;
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== "object")) {
      return `[${value.map(scalar).join(", ")}]`;
    }
    const items = value.map((item) => literal(item, notation));
    return enclosed("[", items, "]", indent);
  }
  if (typeof value !== "object" || value === null) return scalar(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  const items = entries.map(([name, one]) => entry(name, literal(one, notation)));
  return enclosed("{", items, "}", indent);
}
