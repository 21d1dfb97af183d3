import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Mode } from "#core/context";
import {
  contextOf,
  importFile,
  makeAccount,
  makeStock,
  matchAll,
  systemContext,
} from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { getLot, listLots, listRetirementsOfLot, listStock, listStockFilters } from "./index";

const mode: Mode = "test";
let stock: Awaited<ReturnType<typeof makeStock>>;
let other: Awaited<ReturnType<typeof makeStock>>;
let orderId: string;

/** More lots of project "a", of two vintages. */
function moreLots(tag: string) {
  return Array.from({ length: 7 }, (_, index) => ({
    id: `lot_${tag}_more_${index}`,
    project_id: `prj_${tag}_a`,
    vintage_year: 2020 + (index % 2),
    quantity_kg: 1000,
    serial_number_range: `MOR-${tag}-${index}-${index}`,
  }));
}

beforeAll(async () => {
  stock = await makeStock({ projects: ["a", "b"], tonnes: 3 });
  other = await makeStock({ projects: ["c"], tonnes: 5 });
  await importFile({ mode, credit_lots: moreLots(stock.tag) });
  const { account } = await makeAccount();
  const input = { amount_kg: 3000, portfolio_id: stock.portfolioId, subaccountId: null };
  ({ id: orderId } = await placeOrder(contextOf(account), input));
  await matchAll();
});

const everything = {
  mode,
  search: null,
  projectId: null,
  categoryId: null,
  vintageYear: null,
  only: null,
};

type Filter = Partial<typeof everything> | { [name: string]: string | number | boolean | null };

/** All ids that match the filter, by pages of two forwards, and backwards from the end. */
async function walk(filter: Filter): Promise<{ forwards: string[]; backwards: string[] }> {
  const query = { ...everything, ...filter, limit: 2 };
  const forwards: string[] = [];
  for (;;) {
    const after = forwards.at(-1);
    const page = await listLots(systemContext(), {
      ...query,
      ...(after && { starting_after: after }),
    });
    forwards.push(...page.data.map(({ id }) => id));
    if (!page.hasMore) break;
  }
  const backwards = forwards.slice(-1);
  for (;;) {
    const page = await listLots(systemContext(), { ...query, ending_before: backwards[0] ?? "" });
    backwards.unshift(...page.data.map(({ id }) => id));
    if (!page.hasMore) break;
  }
  return { forwards, backwards };
}

describe("lots", () => {
  test("page both ways over a category, by project, vintage and age", async () => {
    const { forwards, backwards } = await walk({ categoryId: `cat_${stock.tag}` });
    const more = (years: number[]) => years.map((index) => `lot_${stock.tag}_more_${index}`);
    expect(forwards).toEqual([
      ...more([0, 2, 4, 6]),
      ...more([1, 3, 5]),
      `lot_${stock.tag}_a`,
      `lot_${stock.tag}_b`,
    ]);
    expect(backwards).toEqual(forwards);
  });

  test("are filtered by project, vintage and remaining kg", async () => {
    const projectId = `prj_${stock.tag}_a`;
    expect((await walk({ projectId, vintageYear: 2021 })).forwards).toHaveLength(3);
    const open = await walk({ projectId, only: "open" });
    // 1,500 kg of the order are of this project: one lot is used up, and half of another.
    expect(open.forwards).toHaveLength(7);
    expect(open.backwards).toEqual(open.forwards);
    const lots = await listLots(systemContext(), { ...everything, projectId, limit: 100 });
    expect(lots.data.map((lot) => lot.retiredKg)).toEqual([1000, 500, 0, 0, 0, 0, 0, 0]);
  });

  test("are matched by id and by serial number range, in their own mode only", async () => {
    const id = `lot_${other.tag}_c`;
    const query = { ...everything, limit: 20 };
    const search = async (search: string, of: Mode = mode) =>
      (await listLots(systemContext(), { ...query, mode: of, search })).data.map((lot) => lot.id);
    expect(await search(id)).toEqual([id]);
    expect(await search(`TST-${other.tag}-c-1-5`)).toEqual([id]);
    expect(await search(id, "live")).toEqual([]);
    expect(await search(randomUUID())).toEqual([]);
    await expect(getLot(systemContext(), { mode: "live", id })).rejects.toThrow("credit lot");
  });

  test("list the orders that they were retired for", async () => {
    const query = { mode, id: `lot_${stock.tag}_more_0`, limit: 20 };
    const page = await listRetirementsOfLot(systemContext(), {
      ...query,
      afterKg: null,
      beforeKg: null,
    });
    expect(page.data).toMatchObject([{ orderId, kg: 1000, startKg: 0 }]);
    const beyond = { ...query, afterKg: 0, beforeKg: null };
    expect((await listRetirementsOfLot(systemContext(), beyond)).data).toEqual([]);
  });
});

describe("the stock list", () => {
  const query = { mode, withinDays: null, sort: { by: "days", isDown: false } } as const;

  test("sums received less retired kg, and divides the rest by the recent rate", async () => {
    const { data, total } = await listStock(systemContext(), {
      ...query,
      categoryId: `cat_${stock.tag}`,
      limit: 20,
    });
    const [b, a] = data;
    expect(b).toMatchObject({
      projectId: `prj_${stock.tag}_b`,
      leftKg: 1500,
      perDayKg: 50,
      daysLeft: 30,
    });
    expect(a).toMatchObject({ quantityKg: 10_000, leftKg: 8500, daysLeft: 170 });
    expect(a?.vintages.map(({ year, leftKg }) => [year, leftKg])).toEqual([
      [2020, 2500],
      [2021, 3000],
      [2022, 3000],
    ]);
    expect(total).toEqual({ projects: 2, leftKg: 10_000 });
  });

  test("pages, and filters by days left", async () => {
    const of = { ...query, categoryId: `cat_${stock.tag}` };
    const first = await listStock(systemContext(), { ...of, limit: 1 });
    expect(first.hasMore).toBe(true);
    const after = first.data[0]?.projectId ?? "";
    const second = await listStock(systemContext(), { ...of, limit: 1, starting_after: after });
    expect([second.data[0]?.projectId, second.hasMore]).toEqual([`prj_${stock.tag}_a`, false]);
    const back = { ...of, limit: 1, ending_before: second.data[0]?.projectId ?? "" };
    expect((await listStock(systemContext(), back)).data).toEqual(first.data);
    const within = await listStock(systemContext(), { ...of, withinDays: 31, limit: 20 });
    expect(within.data.map(({ projectId }) => projectId)).toEqual([`prj_${stock.tag}_b`]);
    const unused = { ...query, categoryId: `cat_${other.tag}`, withinDays: 3650, limit: 20 };
    expect((await listStock(systemContext(), unused)).data).toEqual([]);
  });

  test("lists the projects and vintages to filter by", async () => {
    const { projects, vintages } = await listStockFilters(systemContext(), { mode });
    const ids = projects.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([`prj_${stock.tag}_a`, `prj_${other.tag}_c`]));
    expect(vintages).toEqual(expect.arrayContaining([2022, 2021, 2020]));
  });
});
