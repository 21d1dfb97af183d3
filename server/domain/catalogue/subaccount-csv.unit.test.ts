import fc from "fast-check";
import { expect, it } from "vitest";
import { csvLine } from "#core/csv";
import { readSubaccountCsv } from "./subaccount-csv";

const unit = fc.constantFrom(..."'=+-@;,\" 5aZéß株式ي＝🌳%_");
const name = fc
  .string({ unit, minLength: 1, maxLength: 12 })
  .map((text) => text.trim())
  .filter((text) => text !== "");

it("reads each name that an export has written, also of formulas, quotes and apostrophes", () => {
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 20 }), fc.boolean(), (names, isFirst) => {
      const lines = [isFirst ? ["name", "email"] : ["id", "name"]].concat(
        names.map((text) => (isFirst ? [text, ""] : ["", text])),
      );
      const { rows, faults } = readSubaccountCsv(lines.map((line) => csvLine(line)).join(""));
      expect(faults).toEqual([]);
      expect(rows.map((row) => row.name)).toEqual(names);
    }),
    { numRuns: 500 },
  );
});
