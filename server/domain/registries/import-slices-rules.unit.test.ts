import { expect, test } from "vitest";
import { verraExport } from "#testing/verra-export";
import { slicesOf } from "./import-slices-rules";
import { readExportFiles } from "./read-exports";

const HEADER =
  "Vintage Start,Vintage End,ID,Name,Quantity Issued,Serial Number,Retirement/Cancellation Date";

function row(first: number, last: number, retired = ""): string {
  const serials = `9-${first}-${last}-VCS-VCU-1507-VER-ET-14-7-01012020-31122020-0`;
  return `2020-01-01,2020-12-31,7,Hills,${last - first + 1},${serials},${retired}`;
}

const read = (text: string) => readExportFiles({ registry: "verra", files: [{ name: "v", text }] });

/** Lines of the rows in each slice. */
const linesOf = (slices: ReturnType<typeof slicesOf>) =>
  slices.map((files) =>
    files.flatMap(({ lots, retirements }) =>
      [...lots.map(({ line }) => line), ...retirements.map((it) => it.rowNumber)].sort(
        (a, b) => a - b,
      ),
    ),
  );

test("a large file is divided into slices of a few hundred rows, in its order, each row once", () => {
  const slices = linesOf(slicesOf(read(verraExport({ rows: 1000 }))));
  expect(slices.map((lines) => lines.length)).toEqual([300, 300, 300, 100]);
  expect(slices.flat()).toEqual(Array.from({ length: 1000 }, (_, index) => index + 2));
});

test("rows that share serials are in one slice, wherever they are in the files", () => {
  const rows = [row(1, 9), row(10, 19), row(30, 39), row(40, 49), row(15, 35, "2024-05-17")];
  const text = [HEADER, ...rows].join("\n");
  expect(linesOf(slicesOf(read(text), 2))).toEqual([[2], [3, 4, 6], [5]]);
});

test("a slice has only the projects that its lots need", () => {
  const files = read(verraExport({ rows: 600 }));
  const projects = slicesOf(files).map(([file]) => file?.projects.map(({ id }) => id));
  expect(projects).toEqual([
    ["prj_verra_100000", "prj_verra_100001"],
    ["prj_verra_100001", "prj_verra_100002"],
  ]);
});
