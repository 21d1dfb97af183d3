import { describe, expect, it } from "vitest";
import { database } from "#core/db";
import { checkLedger } from "#domain/diagnostics";
import { errorsOf } from "#testing/catalogue-file";
import {
  contextOf,
  importFile,
  makeAccount,
  makeStock,
  matchAll,
  systemContext,
} from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { findRetiredSerials, narrowSerialRange } from "./index";

interface Stated {
  quantity_kg: number;
  serial_number_range: string;
  opaque_serials?: boolean;
}

const lotOf = (tag: string, name: string, stated: Stated) => ({
  id: `lot_${tag}_${name}`,
  project_id: `prj_${tag}_a`,
  vintage_year: 2021,
  ...stated,
});

/** Inserts a lot as older installations did with unreadable ranges. */
function insertAsName(lot: ReturnType<typeof lotOf>) {
  return database().prisma.$executeRaw`
    WITH fresh AS (
      INSERT INTO credit_lots (mode, id, project_id, vintage_year, quantity_kg,
                               serial_number_range, created_at, registry, unit_kg, root_lot_id,
                               line_start_kg)
      SELECT 'test', ${lot.id}, ${lot.project_id}, 2021, ${lot.quantity_kg}::bigint,
             ${lot.serial_number_range}, now(), 'test-registry', ${lot.quantity_kg}::bigint,
             ${lot.id}, next_line_kg
      FROM catalogues WHERE mode = 'test'
      RETURNING *
    ), line AS (
      UPDATE catalogues SET next_line_kg = next_line_kg + ${lot.quantity_kg}::bigint
      WHERE mode = 'test'
    )
    INSERT INTO stock_totals AS total
    SELECT mode, project_id, vintage_year, 1, quantity_kg FROM fresh
    ON CONFLICT (mode, project_id, vintage_year) DO UPDATE
      SET lots = total.lots + 1, quantity_kg = total.quantity_kg + EXCLUDED.quantity_kg`;
}

describe("a catalogue file", () => {
  it("with overlapping CAR ranges or a wrong count is rejected as a whole", async () => {
    const { tag } = await makeStock();
    const car = `CAR-1-US-1335-31-983-KS-2025-${tag}-1`;
    const lots = [
      lotOf(tag, "1", { quantity_kg: 5_000_000, serial_number_range: `${car} to 5000` }),
      lotOf(tag, "2", {
        quantity_kg: 3_000_000,
        serial_number_range: `${car.slice(0, -1)}1001  TO 4000`,
      }),
      lotOf(tag, "3", { quantity_kg: 7_000, serial_number_range: `${car} to 9` }),
      lotOf(tag, "4", {
        quantity_kg: 9_000,
        serial_number_range: `${car} to 9`,
        opaque_serials: true,
      }),
      lotOf(tag, "5", { quantity_kg: 9_000, serial_number_range: `Some name of ${tag}` }),
    ];
    const errors = await errorsOf(importFile({ mode: "test", credit_lots: lots }));
    expect(errors).toEqual({
      "credit_lots[1].serial_number_range": [
        `shares serials with lot "lot_${tag}_1" of the same file`,
      ],
      "credit_lots[2].serial_number_range": [
        expect.stringContaining("counts 9 serials of a tonne each, but the quantity is 7000 kg"),
      ],
      "credit_lots[3].serial_number_range": [expect.stringContaining("must not be opaque")],
      "credit_lots[4].serial_number_range": [expect.stringContaining('"opaque_serials": true')],
    });
  });

  it("cannot add serials that are in stock in another notation", async () => {
    const { tag } = await makeStock();
    const block = `CAR-1-US-1335-31-983-KS-2025-${tag}-`;
    const first = lotOf(tag, "1", { quantity_kg: 9_000, serial_number_range: `${block}1 to 9` });
    await importFile({ mode: "test", credit_lots: [first] });
    for (const text of [`${block.toLowerCase()}9 to 9`, `${block}9 - 9`, `${block} 9–9`]) {
      const lot = lotOf(tag, "2", { quantity_kg: 1_000, serial_number_range: text });
      const errors = await errorsOf(importFile({ mode: "test", credit_lots: [lot] }));
      expect(errors).toEqual({
        "credit_lots[0].serial_number_range": [
          `shares serials with lot "lot_${tag}_1", which is in stock`,
        ],
      });
    }
  });

  it("can add an opaque lot, unless its name is part of another's", async () => {
    const { tag } = await makeStock();
    const opaque = (name: string, text: string) =>
      lotOf(tag, name, { quantity_kg: 2_500, serial_number_range: text, opaque_serials: true });
    const file = { mode: "test", credit_lots: [opaque("1", `Batch ${tag} of the kiln`)] };
    expect((await importFile(file)).counts.credit_lots.created).toBe(1);
    expect((await importFile(file)).changed).toBe(false);
    for (const lots of [
      [opaque("2", `batch  ${tag}`)],
      [opaque("2", `Batch ${tag} of the kiln, second half`)],
      [opaque("2", `X${tag}`), opaque("3", `X${tag}Y`)],
    ]) {
      const errors = await errorsOf(importFile({ mode: "test", credit_lots: lots }));
      expect(Object.keys(errors)).toHaveLength(1);
    }
  });
});

describe("an order", () => {
  it("gets serials in the registry's own format, and each can be verified", async () => {
    const { account } = await makeAccount();
    const { tag, portfolioId } = await makeStock({ tonnes: 1 });
    const block = `CAR-1-US-1335-31-983-KS-2025-${tag}-`;
    const range = lotOf(tag, "1", {
      quantity_kg: 5_000_000,
      serial_number_range: `${block}1 to 5000`,
    });
    const name = `Kiln ${tag}/2023`;
    const opaque = lotOf(tag, "2", {
      quantity_kg: 1_000,
      serial_number_range: name,
      opaque_serials: true,
    });
    await importFile({ mode: "test", credit_lots: [range, { ...opaque, vintage_year: 2020 }] });
    const input = { amount_kg: 3_500, portfolio_id: portfolioId, subaccountId: null };
    const order = await placeOrder(contextOf(account), input);
    await matchAll();
    const rows = await database().prisma.retirement.findMany({
      where: { orderId: order.id },
      orderBy: { orderStartKg: "asc" },
    });
    expect(rows.map((row) => row.serialNumberRange)).toEqual([name, `${block}1 to 3`]);
    for (const text of [`${block}2`, `${block}2 to 2`, `${block.toLowerCase()}1  to 5000`, name]) {
      const result = await findRetiredSerials(systemContext(), { text, limit: 10 });
      expect(result.retirements.map(({ orderId }) => orderId)).toEqual([order.id]);
    }
    const beyond = await findRetiredSerials(systemContext(), { text: `${block}4`, limit: 10 });
    expect(beyond.retirements).toEqual([]);
    expect(await checkLedger(systemContext())).toEqual([]);
  });
});

describe("lots that older installations stored as names", () => {
  it("stay on sale, are reported by the check, and block new lots with their serials", async () => {
    const { account } = await makeAccount();
    const { tag, portfolioId } = await makeStock({ tonnes: 1 });
    const block = `CAR-1-US-1335-31-983-KS-2025-${tag}-`;
    const old = [
      lotOf(tag, "1", { quantity_kg: 5_000_000, serial_number_range: `${block}1 to 5000` }),
      lotOf(tag, "2", { quantity_kg: 3_000_000, serial_number_range: `${block}1001 to 4000` }),
      lotOf(tag, "3", { quantity_kg: 7_000, serial_number_range: `${block}6001 to 6009` }),
      lotOf(tag, "4", { quantity_kg: 7_000, serial_number_range: `Kiln ${tag}` }),
    ];
    for (const lot of old) await insertAsName(lot);
    // The original file still changes nothing.
    expect((await importFile({ mode: "test", credit_lots: old })).changed).toBe(false);
    const input = { amount_kg: 1_000, portfolio_id: portfolioId, subaccountId: null };
    const { id: orderId } = await placeOrder(contextOf(account), input);
    await matchAll();
    const sold = await database().prisma.retirement.findFirstOrThrow({ where: { orderId } });
    const lot = { serialNumberRange: `${block}1 to 5000`, quantityKg: 5_000_000 };
    expect(sold.serialNumberRange).toBe(
      narrowSerialRange({ ...lot, serialForm: "named" }, 0, 1000),
    );

    const faults = (await checkLedger(systemContext())).filter(({ row }) =>
      String(row["lot_id"]).includes(tag),
    );
    expect(faults.map(({ row }) => [row["lot_id"], row["reason"]])).toEqual(
      expect.arrayContaining([
        [`lot_${tag}_1`, "its serials are a range, but it is sold from as a name"],
        [`lot_${tag}_2`, "its serials are a range, but it is sold from as a name"],
        [`lot_${tag}_3`, expect.stringContaining("counts 9 serials")],
        [expect.any(String), expect.stringContaining("shares serials with lot")],
      ]),
    );
    expect(faults.some(({ row }) => row["lot_id"] === `lot_${tag}_4`)).toBe(false);

    const fresh = lotOf(tag, "5", {
      quantity_kg: 1_000,
      serial_number_range: `${block}6009 to 6009`,
    });
    const errors = await errorsOf(importFile({ mode: "test", credit_lots: [fresh] }));
    expect(errors).toEqual({
      "credit_lots[0].serial_number_range": [
        `shares serials with lot "lot_${tag}_3", which is in stock`,
      ],
    });
    // A name that is no range may be declared opaque.
    const declared = { ...old[3], opaque_serials: true };
    expect(
      (await importFile({ mode: "test", credit_lots: [declared] })).counts.credit_lots,
    ).toEqual({ created: 0, updated: 1, unchanged: 0, removed: 0 });
  });
});
