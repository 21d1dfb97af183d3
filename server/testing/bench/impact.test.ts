// Guarantees behind the impact benchmark: a consistent history, few round trips, and plans that
// look up single rows of large tables.
import { beforeAll, describe, expect, it } from "vitest";
import { checkLedger } from "#domain/diagnostics";
import { call } from "#testing/api";
import { recomputeTotals } from "#testing/bench/history";
import { seedYears } from "#testing/bench/impact";
import { named, planOf } from "#testing/bench/plans";
import { recordStatements } from "#testing/bench/record";
import { settleTables } from "#testing/bench/seed";
import { systemContext } from "#testing/factories";

let key: string;
let fewKey: string;

beforeAll(async () => {
  const [many, few] = await seedYears(3000, 30);
  await recomputeTotals();
  await settleTables();
  key = many.token;
  fewKey = few.token;
});

/** SQL of a request's second run: the first one records the key's use. */
async function statementsOf(query: string) {
  await call("GET", `/impact/data${query}`, { key });
  return recordStatements(() => call("GET", `/impact/data${query}`, { key }));
}

const dates = "?from=2026-01-10&to=2026-06-20";
const timestamps = "?from=2026-01-10T10:14:00Z&to=2026-06-20T14:27:00Z";

describe("the benchmark's history", () => {
  it("is a consistent ledger of the ordered kg", async () => {
    expect(await checkLedger(systemContext())).toEqual([]);
    for (const [token, kg] of [
      [key, 3000 * 125],
      [fewKey, 30 * 125],
    ] as const) {
      const { json } = await call("GET", "/impact/data", { key: token });
      expect(json.total_offset_kgs).toBe(kg);
      expect(json.categories).toHaveLength(4);
    }
  });
});

describe("impact data", () => {
  it.each(["", dates, timestamps])("takes three round trips, for %j", async (query) => {
    const names = (await statementsOf(query)).map(({ name }) => name);
    expect(names).toHaveLength(3);
    expect(names).not.toContain("");
  });

  it.each(["custom", "generic"] as const)(
    "reads neither orders nor totals in full, with a %s plan",
    async (mode) => {
      for (const query of ["", dates, timestamps]) {
        const plan = await planOf(named(await statementsOf(query), /^inventory-sum-/), mode);
        expect(plan).toMatch(/Index Cond.*span = .*starts_at >= .*starts_at </);
        expect(plan).not.toMatch(/(Seq|Bitmap|Parallel).* on (orders|retire)|(Hash|Merge) Join/);
        if (query !== timestamps) expect(plan).not.toMatch(/on (orders|retirements)\b/);
        else expect(plan).toMatch(/on orders .*\n.*Index Cond.*created_at >= .*created_at </);
      }
    },
  );
});
