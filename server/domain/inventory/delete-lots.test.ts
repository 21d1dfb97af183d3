import { expect, test } from "vitest";
import { database } from "#core/db";
import { checkLedger } from "#domain/diagnostics";
import { mode, openEvidenceShop, write } from "#testing/evidence-shop";
import { importFile, makeStock, systemContext } from "#testing/factories";
import { deleteLots } from "./delete-lots";
import { removeSerialNumbers } from "./remove-stretches";
import { removeLots } from "./stopped-lots";

const remove = (ids: string[]) => write((ctx) => deleteLots(ctx, { mode, ids, reason: "mistake" }));

const lotsOf = (ids: string[]) =>
  database().prisma.creditLot.count({ where: { mode, rootLotId: { in: ids } } });

test("a lot that was removed by mistake comes back by importing it again", async () => {
  const { file, lotIds } = await makeStock({ tonnes: 5 });
  await write((ctx) => removeLots(ctx, { mode, ids: lotIds, reason: "mistake" }));
  const counts = async () => (await importFile(file)).counts.credit_lots;
  const none = { created: 0, updated: 0, unchanged: 0, removed: 0 };
  // Nothing that was removed is called unchanged.
  expect(await counts()).toEqual({ ...none, removed: lotIds.length });
  const other = file.credit_lots.map((lot) => ({ ...lot, id: `${lot.id}_again` }));
  await expect(importFile({ ...file, credit_lots: other })).rejects.toMatchObject({
    errors: {
      "credit_lots[0].serial_number_range": [expect.stringContaining("removed from stock")],
    },
  });
  await remove(lotIds);
  expect(await counts()).toEqual({ ...none, created: lotIds.length });
  expect(await checkLedger(systemContext())).toEqual([]);
});

test("an import is undone with all that was cut off from its lots", async () => {
  const { lotIds, file } = await makeStock({ tonnes: 5 });
  const [lotId = ""] = lotIds;
  const part = { mode, lotId, first: 3, last: 3, reason: "transferred" } as const;
  await write((ctx) => removeSerialNumbers(ctx, part));
  expect(await remove(lotIds)).toEqual({ deletedKg: lotIds.length * 5000 });
  expect(await lotsOf(lotIds)).toBe(0);
  expect(await checkLedger(systemContext())).toEqual([]);
  const vintages = file.credit_lots.map((lot) => ({ ...lot, vintage_year: 2019 }));
  const { counts } = await importFile({ ...file, credit_lots: vintages });
  expect(counts.credit_lots.created).toBe(lotIds.length);
});

test("what was sold, recorded or requested of a lot keeps it, and those named with it", async () => {
  const shop = await openEvidenceShop({ tonnes: 5 });
  const other = await makeStock({ tonnes: 5 });
  const both = [shop.lotId, ...other.lotIds];
  const refusal = (text: string) => ({ errors: { ids: [expect.stringContaining(text)] } });
  await shop.request(4000, 5000);
  await expect(remove(both)).rejects.toMatchObject(refusal("has records of its registry"));
  await shop.buy(1000);
  await expect(remove(both)).rejects.toMatchObject(refusal("is sold in part"));
  await expect(remove([...other.lotIds, "lot_none"])).rejects.toMatchObject(
    refusal("lot_none is no"),
  );
  expect(await lotsOf(both)).toBe(1 + other.lotIds.length);
});
