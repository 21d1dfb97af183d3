import { describe, expect, test } from "vitest";
import { workbookOf, workbookParts, zipOf } from "#testing/workbook";
import { workbookToCsv } from "./index";

const table = [
  ["Serial", "Tonnes", "Date", "Name"],
  ["0012", 1000, { day: 46_000 }, 'A, "B"'],
  ["ACR-US-901-2021-1 to 5", 5, { day: 46_000.5 }, " <C> & D"],
];

describe("a workbook", () => {
  test("is read with texts and numbers as written, and dates as dates", async () => {
    expect(await workbookToCsv(workbookOf(table))).toBe(
      [
        "Serial,Tonnes,Date,Name",
        '0012,1000,2025-12-09,"A, ""B"""',
        'ACR-US-901-2021-1 to 5,5,2025-12-09T12:00:00.000Z," <C> & D"',
        "",
      ].join("\n"),
    );
  });

  test("may have notes on sheets of their own, before and after the table", async () => {
    const csv = await workbookToCsv(workbookOf([["Exported by"], ["Acme"]], table, []));
    expect(csv).toMatch(/^Serial,Tonnes/);
  });

  test.each<[string, Buffer, string]>([
    [
      "with two tables",
      workbookOf(table, table),
      'several sheets with tables ("S0", "S1"): keep one',
    ],
    ["without a table", workbookOf([["note"]]), "has no sheet with a table"],
    ["that is cut", workbookOf(table).subarray(0, 300), "is an incomplete XLSX file"],
    ["that is another archive", zipOf([{ name: "a.txt", text: "a" }]), "is no readable XLSX file"],
    ["with a damaged directory", zipOf([], 1).fill(1, 10, 16), "is a damaged XLSX file"],
    ["of more than 100 MB", zipOf(workbookParts(table), 90_000_000), "more than 100 MB unpacked"],
  ])("%s is refused", async (_, bytes, reason) => {
    await expect(workbookToCsv(bytes)).rejects.toThrow(reason);
  });

  test("with an external entity does not read files", async () => {
    const entity = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>';
    const parts = workbookParts(table).map(({ name, text }) => ({
      name,
      text: text.replace("?>", `?>${entity}`).replace("0012", "&e;"),
    }));
    const csv = await workbookToCsv(zipOf(parts)).catch((error: Error) => error.message);
    expect(csv).not.toContain("root:");
  });
});
