import { expect, test } from "vitest";
import { parseTable } from "./csv-table";
import { decodeExport } from "./export-text";

test("an export is read as UTF-8, else as Windows-1252, and a spreadsheet is refused", () => {
  const name = "José’s forest";
  expect(decodeExport(new TextEncoder().encode(name))).toBe(name);
  const old = Uint8Array.from([0x4a, 0x6f, 0x73, 0xe9, 0x92, 0x73]);
  expect(decodeExport(old)).toBe("José’s");
  expect(decodeExport(Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0x00]))).toBeNull();
});

test.each(["\ufeffName;José", "Project;Vintage"])("UTF-16 is read: %s", (text) => {
  const little = Buffer.from(text, "utf16le");
  expect(decodeExport(little)).toBe(text.replace("\ufeff", ""));
  expect(decodeExport(little.swap16())).toBe(text.replace("\ufeff", ""));
});

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
