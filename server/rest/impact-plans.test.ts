// Impact data costs the same for any number of orders: few round trips, and plans that look up
// single rows of large tables.
import { beforeAll, describe, expect, it } from "vitest";
import { checkLedger } from "#domain/diagnostics";
import { call } from "#testing/api";
import { recomputeTotals, seedHistory } from "#testing/bench/history";
import { named, planOf } from "#testing/bench/plans";
import { recordStatements } from "#testing/bench/record";
import { openShop, settleTables } from "#testing/bench/seed";
import { makeAccount, systemContext } from "#testing/factories";

let key: string;
let fewKey: string;

/** Seeds an account with a year of orders, and returns its key. */
async function seedYear(portfolioId: string, count: number): Promise<string> {
  const { account, token } = await makeAccount();
  const year = { from: new Date("2025-11-01"), to: new Date("2026-11-01") };
  await seedHistory({ accountId: account.id, portfolioId, count, ...year, projectsPerOrder: 1 });
  return token;
}

beforeAll(async () => {
  const { wideId } = await openShop(1);
  key = await seedYear(wideId, 3000);
  fewKey = await seedYear(wideId, 30);
  await recomputeTotals();
  await settleTables();
});

/** SQL of a request's second run: the first one records the key's use. */
async function statementsOf(query: string) {
  await call("GET", `/impact/data${query}`, { key });
  return recordStatements(() => call("GET", `/impact/data${query}`, { key }));
}

const dates = "?from=2026-01-10&to=2026-06-20";
const timestamps = "?from=2026-01-10T10:14:00Z&to=2026-06-20T14:27:00Z";

describe("the seeded history", () => {
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
