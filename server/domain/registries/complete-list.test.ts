import { expect, test } from "vitest";
import { database } from "#core/db";
import { findMissingStock, parseSerialRange } from "#domain/inventory";
import { openEvidenceShop } from "#testing/evidence-shop";
import { systemContext } from "#testing/factories";
import { importExports } from "#testing/import-exports";

const HEADER =
  "Credit Serial Numbers,Quantity of Credits,Vintage,Project ID,Project Name,Project Type";
const row = (first: number, last: number, vintage = 2024) =>
  `ACR-US-7129-${vintage}-2917-${first} to ${last},${last - first + 1},${vintage},ACR7129,Wells,Plugging`;

const load = (isComplete: boolean, ...rows: string[]) => {
  const files = [{ name: "holdings.csv", text: `${[HEADER, ...rows].join("\n")}\n` }];
  return importExports({ mode: "test", registry: "acr", files, isComplete });
};

test("a complete list of holdings shows what it lacks, and removes nothing", async () => {
  await load(false, row(1, 1000), row(2001, 2100));
  const whole = await load(true, row(1, 1000), row(2001, 2100));
  expect(whole.missing).toEqual({ rows: [], count: 0, unsoldKg: 0, soldKg: 0 });
  const shrunk = await load(true, row(101, 900));
  expect(shrunk.missing).toMatchObject({ count: 3, unsoldKg: 300_000, soldKg: 0 });
  expect(shrunk.missing?.rows.map(({ serials }) => serials)).toEqual([
    "ACR-US-7129-2024-2917-1 to 100",
    "ACR-US-7129-2024-2917-901 to 1000",
    "ACR-US-7129-2024-2917-2001 to 2100",
  ]);
  const where = { projectId: "prj_acr_7129", state: "on_sale" };
  expect(await database().prisma.creditLot.count({ where })).toBe(2);
});

test("only a readable list of holdings is complete", async () => {
  const refusal = { errors: { complete: [expect.any(String)] } };
  await expect(load(true, row(1, 10), row(30, 20))).rejects.toMatchObject(refusal);
  const cancelled = "Date of Cancellation,Credit Serial Numbers,Quantity of Credits,Vintage";
  const files = [{ name: "c.csv", text: `${cancelled},Project ID,Project Name\n` }];
  const terms = { mode: "test", registry: "acr", files, isComplete: true } as const;
  await expect(importExports(terms)).rejects.toThrow();
});

test("sold credits are held until they are retired, removed ones are not", async () => {
  const shop = await openEvidenceShop({ tonnes: 10 });
  await shop.buy(3500);
  await shop.record(shop.evidence(0, 1000));
  const lot = await database().prisma.creditLot.findFirstOrThrow({ where: { id: shop.lotId } });
  const rangeOf = (first: number, last: number) =>
    parseSerialRange(
      lot.serialNumberRange.replace(/\d+-\d+$/, `${first}-${last}`),
      (last - first + 1) * 1000,
    );
  const missing = async (...ranges: ReturnType<typeof rangeOf>[]) => {
    const at = { mode: "test", registry: shop.registry, ranges } as const;
    const all = await findMissingStock(systemContext(), at);
    const own = all.filter(({ lotId }) => lotId === shop.lotId);
    return own.map(({ serials, kg, isSold }) => [serials.match(/\d+-\d+$/)?.[0], kg, isSold]);
  };
  expect(await missing(rangeOf(1, 10))).toEqual([]);
  expect(await missing(rangeOf(2, 10))).toEqual([]);
  expect(await missing(rangeOf(3, 6), rangeOf(8, 8))).toEqual([
    ["7-7", 1000, false],
    ["9-10", 2000, false],
    ["2-2", 1000, true],
  ]);
  await database().prisma.creditLot.update({
    where: { id_mode: { id: shop.lotId, mode: "test" } },
    data: { state: "removed", stateReason: "transferred", stateChangedAt: new Date() },
  });
  expect(await missing()).toEqual([["2-4", 3000, true]]);
});
