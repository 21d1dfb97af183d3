import { expect, test } from "vitest";
import type { Context } from "#core/context";
import { database } from "#core/db";
import { checkLedger } from "#domain/diagnostics";
import { recordEvidence } from "#domain/evidence";
import {
  importInSlices,
  type RegistryImport,
  readExports,
  runExportImport,
} from "#domain/registries";
import { systemContext } from "#testing/factories";
import { importExports } from "#testing/import-exports";
import { fingerprint } from "#testing/tables";
import { verraExport } from "#testing/verra-export";
import { SLICE_ROWS } from "./import-slices-rules";

const ROWS = 1000;
const LOTS = 750;
const place = { mode: "test", registry: "verra", recordEvidence } as const;
let projects = 200_000;

/** An export of projects that no other test has. */
function nextExport() {
  projects += 100;
  const files = [{ name: "v.csv", text: verraExport({ rows: ROWS, firstProject: projects }) }];
  return { files, firstProject: projects };
}

type Slice = (ctx: Context) => Promise<RegistryImport>;

const commit = (slice: Slice) => database().transaction((db) => slice({ ...systemContext(), db }));

const lotsOf = (firstProject: number) =>
  database().query<{ count: number; kg: number }>(
    {
      name: "",
      text: `SELECT count(*)::int AS count, sum(quantity_kg)::int AS kg FROM credit_lots
             WHERE project_id >= $1 AND project_id < $2 GROUP BY xmin::text`,
    },
    [`prj_verra_${firstProject}`, `prj_verra_${firstProject + 100}`],
  );

const sum = (rows: readonly { count: number }[]) => rows.reduce((all, { count }) => all + count, 0);

test("each transaction writes a few hundred rows", async () => {
  const { files, firstProject } = nextExport();
  const report = await importExports({ ...place, files });
  expect(report).toMatchObject({ lots: { created: LOTS }, projects: { created: 5 }, refused: [] });
  const slices = await lotsOf(firstProject);
  expect(sum(slices)).toBe(LOTS);
  expect(Math.max(...slices.map(({ count }) => count))).toBeLessThanOrEqual(SLICE_ROWS);
});

test("after a crash between two slices, the same files do the rest", async () => {
  const { files, firstProject } = nextExport();
  let left = 3;
  const crash = (slice: Slice) => {
    left -= 1;
    if (left < 0) throw new Error("the process ends here");
    return commit(slice);
  };
  const input = { ...place, files };
  const exports = readExports(input);
  const died = importInSlices(systemContext(), { ...place, exports, transaction: crash });
  await expect(died).rejects.toThrow("the process ends here");
  const before = sum(await lotsOf(firstProject));
  expect(before).toBeGreaterThan(0);
  const report = await importExports(input);
  expect(report.lots).toMatchObject({ created: LOTS - before, unchanged: before });
  expect(sum(await lotsOf(firstProject))).toBe(LOTS);
  expect((await importExports(input)).changed).toBe(false);
  expect(await checkLedger(systemContext())).toEqual([]);
});

test("no slice puts serials on sale that the files name as retired", async () => {
  const { files, firstProject } = nextExport();
  const [file] = files;
  const serial = firstProject * 100_000 + 1;
  const [header = "", , ...rows] = (file?.text ?? "").trimEnd().split("\n");
  const rowOf = (first: number, last: number, retired: string) =>
    [
      "2016-04-03,,2015-01-01,2015-12-31",
      `${firstProject},Wind power ${firstProject},India,,,,${last - first + 1}`,
      `9-${first}-${last}-VCS-VCU-1507-VER-IN-1-${firstProject}-01012015-31122015-0`,
      `,${retired},,,`,
    ].join(",");
  const lot = rowOf(serial, serial + 8, "");
  // In the last row, far from its lot's.
  const gone = rowOf(serial + 2, serial + 2, "2024-05-17");
  const text = [header, lot, ...rows, gone].join("\n");
  const onSale: number[] = [];
  const watched = async (slice: Slice) => {
    const report = await commit(slice);
    const where = { projectId: `prj_verra_${firstProject}`, state: "on_sale" };
    const serials = { serialFirst: { lte: serial + 2 }, serialLast: { gte: serial + 2 } };
    onSale.push(await database().prisma.creditLot.count({ where: { ...where, ...serials } }));
    return report;
  };
  const exports = readExports({ ...place, files: [{ name: "v.csv", text }] });
  const input = { ...place, exports, transaction: watched };
  const report = await importInSlices(systemContext(), input);
  expect(report).toMatchObject({ lots: { created: LOTS }, removed: { lots: 1, kg: 1000 } });
  expect(onSale.length).toBeGreaterThan(3);
  expect(new Set(onSale)).toEqual(new Set([0]));
});

test("a preview changes nothing and says exactly what the import then does", async () => {
  const { files } = nextExport();
  const input = { ...place, database: database(), afterSlice: async () => undefined };
  const run = (isPreview: boolean) => {
    const exports = readExports({ ...place, files });
    return runExportImport(systemContext(), { ...input, exports, isPreview });
  };
  const before = await fingerprint();
  const preview = await run(true);
  expect(await fingerprint()).toEqual(before);
  expect(preview).toMatchObject({ newLots: { count: LOTS }, projects: { createdCount: 5 } });
  expect(await run(false)).toEqual(preview);
});
