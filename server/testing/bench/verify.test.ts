// Verifying a serial has the same cost on any ledger: plans look up single rows.
import { beforeAll, describe, expect, it } from "vitest";
import { checkLedger } from "#domain/diagnostics";
import { call } from "#testing/api";
import { named, planOf } from "#testing/bench/plans";
import { type Recorded, recordStatements } from "#testing/bench/record";
import { type Lots, seedLots, serialOf } from "#testing/bench/verify";
import { systemContext } from "#testing/factories";

let lots: Lots;

beforeAll(async () => {
  lots = await seedLots(5000);
});

/** SQL of a second request: the first one stores the certificate's record. */
async function statementsOf(serial: string): Promise<Recorded[]> {
  const path = `/verify?${new URLSearchParams({ serial })}`;
  await call("GET", path);
  return recordStatements(() => call("GET", path));
}

describe("the benchmark's ledger", () => {
  it("is consistent", async () => {
    expect(await checkLedger(systemContext())).toEqual([]);
  });

  it("returns the only certificate of a serial", async () => {
    const { json } = await call("GET", `/verify?serial=${serialOf(lots, 4321)}`);
    expect(json.data).toHaveLength(1);
    expect(json.serials).toEqual([
      {
        mode: "test",
        asked_kg: 1000,
        retired_kg: 1000,
        replaced_kg: 0,
        registry_retired_kg: 0,
        in_registry: true,
      },
    ]);
  });
});

describe("verifying a serial", () => {
  it("takes eight round trips: four for the serial, and four for the certificate as it is now", async () => {
    const names = (await statementsOf(serialOf(lots, 7))).map(({ name }) => name);
    expect(names).toHaveLength(8);
  });

  it("reads no more lots and certificates of a large range than it returns", async () => {
    const path = `/verify?serial=VFY-${lots.batch}-1-${lots.count}`;
    const { json } = await call("GET", path);
    expect([json.data.length, json.has_more]).toEqual([50, true]);
    expect(json.serials).toMatchObject([{ asked_kg: 5_000_000, retired_kg: 50_000 }]);
  });

  it.each(["custom", "generic"] as const)(
    "reads no table in full, with a %s plan",
    async (mode) => {
      const statements = await statementsOf(serialOf(lots, 4321));
      for (const [name, index] of [
        [/^inventory-find-lots-of-serials/, "credit_lots_retired_serial_idx"],
        [/^inventory-find-lots-of-names/, "credit_lots_serial_number_range_mode_key"],
        [/^inventory-find-retirements-of-lots/, "retirements_lot_id_mode_lot_start_kg_key"],
        [/^inventory-find-serials-in-registry/, "retired_serials_serial_idx"],
      ] as const) {
        const plan = await planOf(named(statements, name), mode);
        expect(plan).toContain(index);
        expect(plan).not.toMatch(
          /(Seq Scan|Bitmap\w* \w+ Scan|Parallel).* on (credit|retire|regist)/,
        );
        expect(plan).not.toMatch(/(Hash|Merge) Join/);
      }
    },
  );
});
