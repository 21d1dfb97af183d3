export interface Line {
  /** Name of the measurement. */
  label: string;
  /** Result with its unit. */
  figure: string;
  note?: string;
  /**
   * Goal and whether it was met, null if the measurement cannot tell; a figure without a goal is for
   * information only.
   */
  goal?: { text: string; isMet: boolean | null };
}

export interface Section {
  title: string;
  lines: Line[];
}

function verdict({ goal }: Line): string {
  if (!goal) return "";
  if (goal.isMet === null) return "inconclusive";
  return goal.isMet ? "ok" : "MISSED";
}

/** Formats the sections as aligned text. */
export function asTable(sections: Section[]): string {
  const lines = sections.flatMap((section) => section.lines);
  const width = (cell: (line: Line) => string) =>
    Math.max(0, ...lines.map((line) => cell(line).length));
  const widths = {
    label: width((line) => line.label),
    figure: width((line) => line.figure),
    goal: width((line) => line.goal?.text ?? ""),
    verdict: width(verdict),
  };
  const rows = sections.flatMap(({ title, lines: own }) => [
    "",
    title,
    ...own.map((line) =>
      [
        `  ${line.label.padEnd(widths.label)}`,
        line.figure.padStart(widths.figure),
        (line.goal?.text ?? "").padEnd(widths.goal),
        verdict(line).padEnd(widths.verdict),
        line.note ?? "",
      ]
        .join("  ")
        .trimEnd(),
    ),
  ]);
  return rows.join("\n");
}

/** Formats a figure with a useful number of digits: `12,345`, `12.3` or `0.12`. */
export function formatNumber(figure: number): string {
  if (Number.isInteger(figure)) return figure.toLocaleString("en");
  const digits = Math.abs(figure) >= 100 ? 0 : Math.abs(figure) >= 10 ? 1 : 2;
  return figure.toLocaleString("en", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
