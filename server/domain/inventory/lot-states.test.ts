import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import type { Mode } from "#core/context";
import { database } from "#core/db";
import { importFile, makeStock, systemContext } from "#testing/factories";
import { recordRetiredSerials } from "./retired-serials";
import { unknownAttributes } from "./schema";
import { parseSerialRange, type SerialRange } from "./serial-rules";
import { dismissRetirements } from "./stopped-lots";
import { insertLots } from "./write-lots";

const ctx = systemContext();
const tag = randomUUID().slice(0, 8).toUpperCase();
let projectId: string;

beforeAll(async () => {
  const { file } = await makeStock();
  await importFile({ ...file, mode: "live" });
  projectId = file.projects[0]?.id ?? "";
});

const rangeOf = (first: number, last: number, block = tag) =>
  parseSerialRange(`${block}-${first}-${last}`, (last - first + 1) * 1000);
const named = (range: string): SerialRange => ({ kind: "opaque", range, tonnes: 5 });

function lotOf(name: string, range: SerialRange) {
  const tonnes = "tonnes" in range ? range.tonnes : range.last - range.first + 1;
  return {
    ...unknownAttributes,
    id: `${tag}_${name}`,
    projectId,
    vintageYear: 2020,
    quantityKg: tonnes * 1000,
    serialNumberRange: range.range,
    opaqueSerials: range.kind === "opaque",
    retirementUrl: null,
    range,
  };
}

async function sell(name: string, retiredKg: number): Promise<void> {
  const { prisma } = database();
  const update = "UPDATE credit_lots SET retired_kg = $1 WHERE mode = 'test' AND id = $2";
  await prisma.$transaction([
    // Skips the foreign key that requires retirements.
    prisma.$executeRawUnsafe("SET LOCAL session_replication_role = replica"),
    prisma.$executeRawUnsafe(update, retiredKg, `${tag}_${name}`),
  ]);
}

const remember = (mode: Mode, ...ranges: SerialRange[]) =>
  recordRetiredSerials(ctx, { mode, ranges });
const dismiss = async (name: string, mode: Mode = "test") =>
  (await dismissRetirements(ctx, { mode, id: `${tag}_${name}` })).sort();

it("covers retired serials that the lot has not sold yet, in its mode, once", async () => {
  const lots = [
    lotOf("sold", rangeOf(10, 19)),
    lotOf("unsold", rangeOf(30, 39)),
    lotOf("name", named(`${tag} name`)),
    lotOf("text", named(`${tag}-70-74`)),
    lotOf("numbers", rangeOf(80, 84)),
  ];
  for (const mode of ["test", "live"] as const) await insertLots(ctx, { mode, lots });
  // Serials 10 to 12 of the first lot.
  await sell("sold", 2001);
  await remember(
    "test",
    rangeOf(1, 9),
    rangeOf(10, 12),
    rangeOf(12, 13),
    rangeOf(19, 29),
    rangeOf(20, 25),
    rangeOf(29, 30),
    rangeOf(35, 36),
    rangeOf(39, 40),
    rangeOf(12, 13, `X${tag}`),
    named(`${tag} name`),
    named(`${tag} n`),
    rangeOf(70, 74),
    named(`${tag}-80-84`),
  );
  await remember("live", rangeOf(14, 15));
  expect(await dismiss("sold")).toEqual([`${tag}-12-13`, `${tag}-19-29`]);
  expect(await dismiss("sold")).toEqual([]);
  expect(await dismiss("unsold")).toEqual([`${tag}-29-30`, `${tag}-35-36`, `${tag}-39-40`]);
  expect(await dismiss("name")).toEqual([`${tag} name`]);
  // Without numbers on either side, the texts are compared.
  expect(await dismiss("text")).toEqual([`${tag}-70-74`]);
  expect(await dismiss("numbers")).toEqual([`${tag}-80-84`]);
  expect(await dismiss("sold", "live")).toEqual([`${tag}-14-15`]);
});

it("ignores serials of the sold part, though the whole lot is named", async () => {
  const whole = rangeOf(90, 94);
  await insertLots(ctx, { mode: "test", lots: [lotOf("whole", whole)] });
  await sell("whole", 4001);
  await remember("test", whole);
  expect(await dismiss("whole")).toEqual([]);
});
