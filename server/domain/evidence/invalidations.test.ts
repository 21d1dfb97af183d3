import { expect, test } from "vitest";
import { database } from "#core/db";
import { checkLedger } from "#domain/diagnostics";
import { mode, statusOf, write } from "#testing/evidence-shop";
import { systemContext } from "#testing/factories";
import { remedy } from "#testing/remedies";
import { openVerraShop, type VerraShop } from "#testing/verra-shop";
import { recordInvalidation } from "./invalidations";

const letter = { date: "2026-11-20", reason: "Issued in error.", proof: "Letter of November 20" };

const invalidate = (shop: VerraShop, ...lines: string[]) =>
  write((ctx) => {
    const serials = lines.map((numbers) => `${shop.block}${numbers}`).join("\n");
    return recordInvalidation(ctx, { mode, registry: "verra", serials, ...letter });
  });

test("a letter makes sold credits cancelled on the certificate, and they are replaced", async () => {
  const shop = await openVerraShop();
  const [delta, echo] = [await shop.buyFor("Delta Ltd", 3000), await shop.buyFor("Echo Ltd", 1000)];
  await shop.load(shop.row(1, 3));
  const { ids } = await invalidate(shop, "2-2");
  expect(await statusOf(delta)).toMatchObject(["cancelled", 2000, null, expect.anything()]);
  expect(await shop.statement(delta)).toMatch(/1 t were cancelled at Verra on November 20, 2026/);
  expect(await shop.statement(delta)).toContain("2 t were retired at Verra on");
  expect((await statusOf(echo))[0]).toBe("pending");
  const { prisma } = database();
  const where = { mode, registry: "verra", kind: "cancelled", isLive: true, source: "operator" };
  const records = await prisma.registryRetirement.findMany({ where, orderBy: { id: "desc" } });
  expect(records[0]).toMatchObject({ reason: "Issued in error.", beneficiary: null });
  const entry = await prisma.auditEntry.findFirst({ where: { subjectId: ids[0] ?? "" } });
  expect(entry?.data).toMatchObject({ note: "Issued in error. Proof: Letter of November 20" });
  expect(await remedy(ids[0] ?? "")).toMatchObject({ orders: 1, kg: 1000, missingKg: 0 });
  expect(await shop.statement(delta)).toContain("1 t were cancelled at Verra. Northly substituted");
  expect(await checkLedger(systemContext())).toEqual([]);
});

test("a letter about a tonne that is sold in part takes its unsold rest off sale for good", async () => {
  const shop = await openVerraShop();
  const id = await shop.buyFor("Delta Ltd", 400);
  await invalidate(shop, "1-1");
  expect((await statusOf(id))[0]).toBe("cancelled");
  expect(await shop.lotsOf(await shop.buyFor("Bo", 100))).not.toContain(shop.lotId);
  expect(await checkLedger(systemContext())).toEqual([]);
});

test("a letter about unsold, foreign or cancelled credits is refused", async () => {
  const shop = await openVerraShop();
  await shop.buyFor("Delta Ltd", 1000);
  const refusal = { code: "invalid-parameters" };
  await expect(invalidate(shop, "1-2")).rejects.toMatchObject(refusal);
  await expect(invalidate(shop, "900-901")).rejects.toMatchObject(refusal);
  await invalidate(shop, "1-1");
  await expect(invalidate(shop, "1-1")).rejects.toMatchObject(refusal);
});
