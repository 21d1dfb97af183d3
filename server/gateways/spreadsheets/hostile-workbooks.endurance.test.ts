import { expect, test } from "vitest";
import { workbookParts, zipOf } from "#testing/workbook";
import { workbookToCsv } from "./index";

test("a workbook that unpacks to more than its directory states ends with its process", async () => {
  const parts = workbookParts([
    ["A", "B"],
    ["1", "2"],
  ]).map(({ name, text }) => ({
    name,
    text: name.includes("s0") ? text + " ".repeat(500_000_000) : text,
  }));
  const started = process.memoryUsage().rss;
  await expect(workbookToCsv(zipOf(parts, 1000))).rejects.toThrow(
    /^takes too much (?:memory|time) to read|^is no readable XLSX file/,
  );
  expect(process.memoryUsage().rss - started).toBeLessThan(1_500_000_000);
}, 300_000);
