// What a benchmark found, as lines of one table and as JSON.

export interface Line {
  /** What was measured. */
  what: string;
  /** The figure, with its unit. */
  figure: string;
  /** What more there is to say. */
  note?: string;
  /** The goal in words, and whether it was met; a figure without a goal only informs. */
  goal?: { words: string; isMet: boolean };
}

export interface Section {
  title: string;
  lines: Line[];
}

const verdict = (line: Line) => (line.goal ? (line.goal.isMet ? "ok" : "MISSED") : "");

/** The sections as aligned text. */
export function asTable(sections: Section[]): string {
  const lines = sections.flatMap((section) => section.lines);
  const width = (cell: (line: Line) => string) =>
    Math.max(0, ...lines.map((line) => cell(line).length));
  const widths = {
    what: width((line) => line.what),
    figure: width((line) => line.figure),
    goal: width((line) => line.goal?.words ?? ""),
  };
  const rows = sections.flatMap(({ title, lines: own }) => [
    "",
    title,
    ...own.map((line) =>
      [
        `  ${line.what.padEnd(widths.what)}`,
        line.figure.padStart(widths.figure),
        (line.goal?.words ?? "").padEnd(widths.goal),
        verdict(line).padEnd("MISSED".length),
        line.note ?? "",
      ]
        .join("  ")
        .trimEnd(),
    ),
  ]);
  return rows.join("\n");
}

/** `12,345`, `12.3` or `0.12`: as many digits as say something. */
export function told(figure: number): string {
  if (Number.isInteger(figure)) return figure.toLocaleString("en");
  const digits = Math.abs(figure) >= 100 ? 0 : Math.abs(figure) >= 10 ? 1 : 2;
  return figure.toLocaleString("en", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
