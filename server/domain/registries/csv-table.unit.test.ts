import { expect, test } from "vitest";
import { parseTable } from "./csv-table";

test("a row whose inner quotes are not doubled keeps its columns", () => {
  const csv = [
    '"A","B","C",',
    '"1",""On behalf of X, from Y. Developed there"","3",',
    '"2","plain","3",',
    '"1","two","3","4",',
  ].join("\r\n");
  expect(parseTable(csv, { delimiter: ",", line: 1 })).toEqual({
    header: ["A", "B", "C", ""],
    rows: [
      { line: 2, cells: ["1", '"On behalf of X, from Y. Developed there"', "3", ""] },
      { line: 3, cells: ["2", "plain", "3", ""] },
      { line: 4, cells: ["1", "two", "3", "4", ""] },
    ],
    fault: null,
  });
});
