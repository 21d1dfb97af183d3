// Compares every response with sums computed from the retirements themselves.
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import { cancelOrder } from "#domain/orders";
import { call } from "#testing/api";
import { contextOf, importFile, makeAccount, makeStock, matchAll } from "#testing/factories";
import { placeOrder } from "#testing/place-order";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FIRST = Date.parse("2026-03-30T00:00:00Z");
const LAST = Date.parse("2026-06-03T00:00:00Z");

let holder: Awaited<ReturnType<typeof makeAccount>>;
let subaccountIds: string[];

const makeSubaccount = (name: string) =>
  database().transaction((db) =>
    createSubaccount({ ...contextOf(holder.account), db }, { name, logoFileKey: null }),
  );

/** Many of these times share a day or an hour, or lie at the edge of one. */
const times = fc.oneof(
  fc.integer({ min: FIRST, max: LAST }),
  fc.integer({ min: FIRST / HOUR, max: LAST / HOUR }).map((hour) => hour * HOUR),
  fc.integer({ min: FIRST / DAY, max: LAST / DAY }).map((day) => day * DAY - 1),
  fc.integer({ min: 0, max: HOUR }).map((ms) => Date.parse("2026-05-04T10:00:00Z") + ms),
);

beforeAll(async () => {
  holder = await makeAccount();
  const other = await makeAccount();
  const stock = await makeStock({ projects: ["a", "b", "c"], tonnes: 5 });
  const lots = stock.file.credit_lots.flatMap((lot) =>
    [2018, 2019, 2021].map((year) => ({
      ...lot,
      id: `${lot.id}_${year}`,
      vintage_year: year,
      serial_number_range: lot.serial_number_range.replace("TST", `TST${year}`),
    })),
  );
  await importFile({ mode: "test", credit_lots: lots });
  const created = await Promise.all(["Shop", "Fleet"].map(makeSubaccount));
  subaccountIds = created.map(({ id }) => id);
  const place = (account = holder.account, at = FIRST, amount_kg = 1_000_000, subaccountId = "") =>
    placeOrder(
      { ...contextOf(account), now: new Date(at) },
      { amount_kg, portfolio_id: stock.portfolioId, subaccountId: subaccountId || null },
    );
  const order = fc.record({
    at: times,
    kg: fc.integer({ min: 1, max: 600 }),
    subaccountId: fc.constantFrom("", "", ...subaccountIds),
  });
  for (const { at, kg, subaccountId } of fc.sample(order, 140)) {
    await place(holder.account, at, kg, subaccountId);
  }
  for (const { at, kg } of fc.sample(order, 10)) await place(other.account, at, kg);
  // Waiting and cancelled orders don't count.
  await place();
  const { id } = await place();
  await matchAll();
  await database().transaction((db) => cancelOrder({ ...contextOf(holder.account), db }, { id }));
});

interface Retired {
  at: number;
  subaccountId: string | null;
  projectId: string;
  year: number;
  kg: number;
}

/** Every retirement of the account, read without the product's SQL. */
async function allRetired(): Promise<Retired[]> {
  const where = { accountId: holder.account.id };
  const orders = await database().prisma.order.findMany({ where });
  const lots = await database().prisma.creditLot.findMany({ where: { mode: "test" } });
  const retirements = await database().prisma.retirement.findMany({ where });
  return retirements.map((retirement) => {
    const order = orders.find(({ id }) => id === retirement.orderId);
    const lot = lots.find(({ id }) => id === retirement.lotId);
    if (!order || !lot) throw new Error("a retirement lacks its order or its lot");
    return {
      at: order.createdAt.getTime(),
      subaccountId: order.subaccountId,
      projectId: lot.projectId,
      year: lot.vintageYear,
      kg: Number(retirement.lotEndKg - retirement.lotStartKg),
    };
  });
}

function sums(retired: Retired[]): Record<string, [kg: number, vintages: string]> {
  const formatYears = (years: number[]) => {
    const list = [2018, 2019, 2021, 2022].filter((year) => years.includes(year)).join();
    const names: Record<string, string> = {
      "2018,2019": "2018-2019",
      "2021,2022": "2021-2022",
      "2018,2019,2021": "2018-2019, 2021",
      "2018,2019,2022": "2018-2019, 2022",
      "2018,2021,2022": "2018, 2021-2022",
      "2019,2021,2022": "2019, 2021-2022",
      "2018,2019,2021,2022": "2018-2019, 2021-2022",
    };
    return names[list] ?? list.replaceAll(",", ", ");
  };
  return Object.fromEntries(
    [...Map.groupBy(retired, ({ projectId }) => projectId)].map(([id, parts]) => [
      id,
      [parts.reduce((kg, part) => kg + part.kg, 0), formatYears(parts.map((part) => part.year))],
    ]),
  );
}

/** A time as a client may write it, and its milliseconds as the start or end of a range. */
interface Moment {
  text: string;
  first: number;
  last: number;
}

const zone = (minutes: number) => {
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
};
const momentAt = fc.tuple(times, fc.integer({ min: -1, max: 1 })).chain(([time, by]) => {
  const ms = time + by;
  const iso = new Date(ms).toISOString();
  const day = Date.parse(iso.slice(0, 10));
  return fc.oneof(
    fc.constant<Moment>({ text: iso.slice(0, 10), first: day, last: day + DAY - 1 }),
    fc.constant<Moment>({ text: iso, first: ms, last: ms }),
    fc.integer({ min: -14 * 60, max: 14 * 60 }).map<Moment>((minutes) => ({
      text: new Date(ms + minutes * 60_000).toISOString().replace("Z", zone(minutes)),
      first: ms,
      last: ms,
    })),
    fc.constant<Moment>({ text: iso.replace("Z", "999Z"), first: ms + 1, last: ms }),
  );
});
const end = fc.option(momentAt, { nil: null });

describe("GET /impact/data", () => {
  it("is exactly the sum of the retirements of the period's orders, for any period", async () => {
    const retired = await allRetired();
    expect(retired.length).toBeGreaterThan(200);
    expect(new Set(retired.map(({ year }) => year)).size).toBeGreaterThan(2);
    const scope = fc.constantFrom("", ...subaccountIds);
    const check = async (from: Moment | null, to: Moment | null, subaccountId: string) => {
      const query = new URLSearchParams();
      if (from) query.set("from", from.text);
      if (to) query.set("to", to.text);
      const response = await call("GET", `/impact/data?${query}`, {
        key: holder.token,
        headers: { "x-subaccount-id": subaccountId },
      });
      if (from && to && from.first > to.last) {
        expect([response.status, Object.keys(response.json.errors)]).toEqual([400, ["to"]]);
        return;
      }
      const expected = retired.filter(
        (part) =>
          part.at >= (from?.first ?? 0) &&
          part.at <= (to?.last ?? Infinity) &&
          (subaccountId === "" || part.subaccountId === subaccountId),
      );
      const total = expected.reduce((kg, part) => kg + part.kg, 0);
      expect(response.json.total_offset_kgs).toBe(total);
      expect(response.json.since_date === new Date(from?.first ?? 0).toISOString()).toBe(!!from);
      expect(response.json.to_date).toBe(to ? new Date(to.last).toISOString() : null);
      const [category] = response.json.categories;
      expect(response.json.categories).toHaveLength(total > 0 ? 1 : 0);
      expect(category?.offset_kgs ?? 0).toBe(total);
      type Part = { project: { id: string }; offset_kgs: number; vintages: string };
      const reported = (category?.projects ?? []).map((part: Part) => [
        part.project.id,
        [part.offset_kgs, part.vintages],
      ]);
      expect(Object.fromEntries(reported)).toEqual(sums(expected));
    };
    await fc.assert(fc.asyncProperty(end, end, scope, check), { numRuns: 300 });
  });
});
