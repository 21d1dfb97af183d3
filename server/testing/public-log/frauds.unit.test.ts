import { expect, it } from "vitest";
import { auditLog, encodeEntry, type ReadFile } from "#sdk/log";
import { frauds } from "./frauds";
import { type Files, filesOf } from "./generated-log";
import { certificateOf, changed, honestBytes, linked } from "./honest-log";

const now = new Date("2026-12-01T00:00:00Z");
const readerOf =
  (files: Files): ReadFile =>
  async (path) =>
    files.get(path) ?? null;

const honest = filesOf(honestBytes);
const beginning = filesOf(honestBytes.slice(0, 513));

it("reports nothing wrong in an honest log", async () => {
  const report = await auditLog({
    ...{ log: readerOf(honest), remembered: String(beginning.get("checkpoint")), now },
    ...{ certificates: [certificateOf(7)], against: readerOf(beginning) },
  });
  expect(report.findings).toEqual([]);
  expect(report).toMatchObject({ size: 800, subjects: 400, certificates: 1, findingCount: 0 });
  expect(report.totals).toHaveLength(3);
  for (const { allocated_kg, retired_kg } of report.totals) expect(retired_kg).toBe(allocated_kg);
});

it("accepts evidence that was corrected and entered again", async () => {
  const again = changed((all, { retired }) => {
    const day = "2025-11-30";
    const parts = retired.parts.map((part) => ({ ...part, kind: "none" as const }));
    all.push({ ...retired, type: "corrected", seq: 3, parts, day }, { ...retired, seq: 4, day });
  });
  const log = readerOf(filesOf(linked(again).map(encodeEntry)));
  expect((await auditLog({ log, now })).findings).toEqual([]);
});

it("is tried with at least 50 frauds", () => {
  expect(new Set(frauds.map(({ name }) => name)).size).toBe(frauds.length);
  expect(frauds.length).toBeGreaterThanOrEqual(50);
});

it.each(frauds)("finds by the $by: $name", async ({ by, code, plant }) => {
  const { files, against, remembered, certificates = [] } = plant();
  const log = readerOf(files);
  const report = await auditLog({
    ...{ log, certificates, now, ...(remembered && { remembered }) },
    ...(against && { against: readerOf(against) }),
  });
  expect(report.findings.map((finding) => finding.code)).toContain(code);
  if (by === "log") return;
  // Without that input the log passes.
  expect((await auditLog({ log, now })).findings).toEqual([]);
});
