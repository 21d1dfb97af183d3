// The operator's lists of the stock agree with the lots, whatever was filtered and paged.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Mode } from "#core/context";
import { database } from "#core/db";
import { matchOrders } from "#domain/matching";
import { contextOf, importFile, makeAccount, makeStock, systemContext } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { getLot, listLots, listRetirementsOfLot, listStock, listStockFilters } from "./index";

const mode: Mode = "test";
let stock: Awaited<ReturnType<typeof makeStock>>;
let other: Awaited<ReturnType<typeof makeStock>>;
let orderId: string;

/** More lots of the project "a", of two vintages. */
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
  await matchOrders(systemContext(), { database: database() });
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

/** All ids that the filter lets through, by pages of two forwards; and backwards from the end. */
async function walk(filter: Filter): Promise<{ forwards: string[]; backwards: string[] }> {
  const asked = { ...everything, ...filter, limit: 2 };
  const forwards: string[] = [];
  for (;;) {
    const after = forwards.at(-1);
    const page = await listLots(systemContext(), {
      ...asked,
      ...(after && { starting_after: after }),
    });
    forwards.push(...page.data.map(({ id }) => id));
    if (!page.hasMore) break;
  }
  const backwards = forwards.slice(-1);
  for (;;) {
    const page = await listLots(systemContext(), { ...asked, ending_before: backwards[0] ?? "" });
    backwards.unshift(...page.data.map(({ id }) => id));
    if (!page.hasMore) break;
  }
  return { forwards, backwards };
}

describe("lots", () => {
  test("page both ways over all of a category, by project, vintage and age", async () => {
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

  test("are narrowed down by project, vintage, and whether anything is left", async () => {
    const projectId = `prj_${stock.tag}_a`;
    expect((await walk({ projectId, vintageYear: 2021 })).forwards).toHaveLength(3);
    const open = await walk({ projectId, only: "open" });
    // 1,500 kg of the order are the project's: one lot is used up, and half of another.
    expect(open.forwards).toHaveLength(7);
    expect(open.backwards).toEqual(open.forwards);
    const lots = await listLots(systemContext(), { ...everything, projectId, limit: 100 });
    expect(lots.data.map((lot) => lot.retiredKg)).toEqual([1000, 500, 0, 0, 0, 0, 0, 0]);
  });

  test("are found by id and by serial number range, in their own mode alone", async () => {
    const id = `lot_${other.tag}_c`;
    const asked = { ...everything, limit: 20 };
    const found = async (search: string, of: Mode = mode) =>
      (await listLots(systemContext(), { ...asked, mode: of, search })).data.map((lot) => lot.id);
    expect(await found(id)).toEqual([id]);
    expect(await found(`TST-${other.tag}-c-1-5`)).toEqual([id]);
    expect(await found(id, "live")).toEqual([]);
    expect(await found(randomUUID())).toEqual([]);
    await expect(getLot(systemContext(), { mode: "live", id })).rejects.toThrow("credit lot");
  });

  test("tell for which orders they were retired", async () => {
    const asked = { mode, id: `lot_${stock.tag}_more_0`, limit: 20 };
    const page = await listRetirementsOfLot(systemContext(), {
      ...asked,
      afterKg: null,
      beforeKg: null,
    });
    expect(page.data).toMatchObject([{ orderId, kg: 1000, startKg: 0 }]);
    const beyond = { ...asked, afterKg: 0, beforeKg: null };
    expect((await listRetirementsOfLot(systemContext(), beyond)).data).toEqual([]);
  });
});

describe("the stock", () => {
  const asked = { mode, withinDays: null, sort: { by: "days", isDown: false } } as const;

  test("is what came in less what was retired, and lasts as long as the rate of late lets it", async () => {
    const { data, total } = await listStock(systemContext(), {
      ...asked,
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

  test("pages, and tells what runs out within a time", async () => {
    const of = { ...asked, categoryId: `cat_${stock.tag}` };
    const first = await listStock(systemContext(), { ...of, limit: 1 });
    expect(first.hasMore).toBe(true);
    const after = first.data[0]?.projectId ?? "";
    const second = await listStock(systemContext(), { ...of, limit: 1, starting_after: after });
    expect([second.data[0]?.projectId, second.hasMore]).toEqual([`prj_${stock.tag}_a`, false]);
    const back = { ...of, limit: 1, ending_before: second.data[0]?.projectId ?? "" };
    expect((await listStock(systemContext(), back)).data).toEqual(first.data);
    const within = await listStock(systemContext(), { ...of, withinDays: 31, limit: 20 });
    expect(within.data.map(({ projectId }) => projectId)).toEqual([`prj_${stock.tag}_b`]);
    const unused = { ...asked, categoryId: `cat_${other.tag}`, withinDays: 3650, limit: 20 };
    expect((await listStock(systemContext(), unused)).data).toEqual([]);
  });

  test("names the projects and vintages that it can be narrowed down to", async () => {
    const { projects, vintages } = await listStockFilters(systemContext(), { mode });
    const ids = projects.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([`prj_${stock.tag}_a`, `prj_${other.tag}_c`]));
    expect(vintages).toEqual(expect.arrayContaining([2022, 2021, 2020]));
  });
});
