import { expect, test } from "vitest";
import { database } from "#core/db";
import { parseSerialRange } from "#domain/inventory";
import type { FileRetirementRow } from "#domain/registries";
import { mode, openEvidenceShop, statusOf, write } from "#testing/evidence-shop";
import { recordEvidence } from "./import-evidence";
import { getPolicy, setPolicy } from "./policies";

const registry = "verra";

/** Returns what makes a row about the lot's tonnes, which are Verra's from here on. */
async function rowsOf(lotId: string) {
  const where = { id_mode: { id: lotId, mode } };
  const data = { registry };
  const { serialNumberRange } = await database().prisma.creditLot.update({ where, data });
  const block = serialNumberRange.replace(/1-\d+$/, "");
  return (first: number, last: number, beneficiary: string): FileRetirementRow => ({
    registry,
    kind: "retired",
    serials: parseSerialRange(`${block}${first}-${last}`, (last - first + 1) * 1000),
    quantityKg: null,
    retiredOn: "2026-11-03",
    beneficiary,
    reason: null,
    note: null,
    reference: null,
    url: null,
    projectRegistryId: null,
    vintageYear: 2022,
    rowNumber: first,
    file: "export.csv",
  });
}

test("unsold tonnes that were retired for the pool in advance stay in stock at every import", async () => {
  const shop = await openEvidenceShop();
  const rowOf = await rowsOf(shop.lotId);
  await shop.buy(1000);
  const { poolText } = await write((ctx) => getPolicy(ctx, { mode, registry }));
  const [early, other] = [rowOf(2, 3, poolText), rowOf(5, 5, "Zoe")];
  const rows = [early, { ...early, file: "again.csv" }, other];
  const removable = () =>
    write(async (ctx) => (await recordEvidence(ctx, { mode, registry, rows })).removable);
  expect(await removable()).toEqual([other]);
  expect(await removable()).toEqual([other]);
  expect((await statusOf(await shop.buy(2000)))[0]).toBe("retired");
});

test("a registry that retires before the sale sells exactly the tonnes that it has retired", async () => {
  const shop = await openEvidenceShop();
  const rowOf = await rowsOf(shop.lotId);
  const policy = await write((ctx) => getPolicy(ctx, { mode, registry }));
  await write((ctx) => setPolicy(ctx, { ...policy, timing: "before_sale" }));
  const rows = [rowOf(2, 3, policy.poolText)];
  await write((ctx) => recordEvidence(ctx, { mode, registry, rows }));
  const sold = await shop.buy(1500);
  const rest = await shop.buy(501);
  expect((await statusOf(sold))[0]).toBe("retired");
  const placed = await database().prisma.order.findFirst({ where: { id: rest } });
  expect(placed?.state).toBe("placed");
  await write((ctx) => setPolicy(ctx, { ...policy, timing: "after_sale" }));
});
