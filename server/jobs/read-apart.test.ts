import { expect, test } from "vitest";
import { type ExportPart, readExports } from "#domain/registries";
import { verraExport } from "#testing/verra-export";
import { openExports } from "./read-apart";

const LARGE = 3000;
const exportsOf = (text: string) => ({
  registry: "verra" as const,
  files: [{ name: "v.csv", text }],
});

async function collect(parts: Iterable<ExportPart> | AsyncIterable<ExportPart>) {
  const all: ExportPart[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

test("a large export is read in a process of its own, as in this one", {
  timeout: 60_000,
}, async () => {
  const input = exportsOf(verraExport({ rows: LARGE }));
  const [apart, here] = [await openExports(input), readExports(input)];
  expect(apart.parts).not.toBeInstanceOf(Array);
  expect(apart.summary).toEqual(here.summary);
  expect(await collect(apart.parts)).toEqual(here.parts);
});

test("a large file of another kind is refused there, too", { timeout: 60_000 }, async () => {
  const text = verraExport({ rows: LARGE }).replace("Serial Number", "Serial");
  await expect(openExports(exportsOf(text))).rejects.toMatchObject({
    code: "invalid-parameters",
    errors: { "v.csv, line 1": [expect.stringContaining("Serial Number")] },
  });
});
