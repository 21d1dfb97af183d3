// No cell is a formula to a spreadsheet, whatever separator it splits at.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvLine } from "./csv";

/** Parses cells as a lenient spreadsheet does: a quote counts at the start of a cell. */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = "";
    if (text[at] === '"') {
      for (at += 1; at < text.length; at += 1) {
        if (text[at] !== '"') cell += text[at];
        else if (text[at + 1] === '"') {
          cell += '"';
          at += 1;
        } else break;
      }
      at += 1;
    }
    while (at < text.length && text[at] !== separator && !/[\r\n]/.test(text[at] ?? "")) {
      cell += text[at];
      at += 1;
    }
    cells.push(cell);
    at += 1;
  }
  return cells;
}

const isNumber = (cell: string) => /^[+-]?\d+([.,]\d+)*$/.test(cell.replaceAll('"', "").trim());
const formulasIn = (line: string) =>
  [",", ";", "\t"].flatMap((separator) =>
    cellsOf(line, separator).filter(
      (cell) => /^["\s]*[=+\-@＝＋－＠]/.test(cell) && !isNumber(cell),
    ),
  );

describe("a line of CSV", () => {
  it.each([
    "=1+1",
    "thanks;=1+1;x",
    'thanks;"=1+1"',
    "two\n=1+1",
    "two\r\n+cmd|' /C calc'!A0",
    "a;\t@SUM(1)",
    "a; =1+1",
    '"=1+1',
    "\t=1",
    ";＝1+1",
    "-1+1",
  ])("has no formula in any cell, at any separator: %j", (text) => {
    expect(formulasIn(csvLine(["id", text, 5]))).toEqual([]);
    expect(formulasIn(csvLine([text, "id"]))).toEqual([]);
  });

  it.each(["", "thanks", "a;b", "-5", "+1,234.50", "a, -20 %", "a;5;6", 'say "=1"', "two\nlines"])(
    "leaves other text unchanged: %j",
    (text) => {
      expect(cellsOf(csvLine(["id", text, "x"]), ",")).toEqual(
        ["id", text, "x", ""].slice(0, 3).concat(""),
      );
    },
  );

  it("has no formula, whatever its cells contain", () => {
    const letters = fc.constantFrom(..."=+-@;,\t\r\n\"' 1a＝");
    const cell = fc.array(letters, { maxLength: 8 }).map((all) => all.join(""));
    const cells = fc.array(fc.oneof(cell, fc.integer(), fc.constant(null)), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(cells, (all) => {
        expect(formulasIn(csvLine(["id", ...all]))).toEqual([]);
        const strings = all.map((one) => (typeof one === "number" ? String(one) : one));
        expect(formulasIn(csvLine(strings))).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  it("is read back whole at its own separator, except for the apostrophes", () => {
    const letters = fc.constantFrom(...'=;,\r\n" 1a');
    const cell = fc.array(letters, { minLength: 1, maxLength: 8 }).map((all) => all.join(""));
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (all) => {
        const read = cellsOf(csvLine(all).replace(/\r\n$/, ""), ",");
        expect(read.map((one) => one.replaceAll("'", ""))).toEqual(all);
      }),
      { numRuns: 3000 },
    );
  });
});
