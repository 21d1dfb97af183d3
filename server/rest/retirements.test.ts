import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { CSV_PAGE_ROWS } from "#core/csv";
import { database } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import type { RetirementResource } from "#domain/retirements";
import { call } from "#testing/api";
import { giveStatus, moveAllocations, POOL, RECORD_URL, REFERENCE } from "#testing/evidence";
import { contextOf, importFile, makeAccount, makeStock, matchAll } from "#testing/factories";
import { placeOrder } from "#testing/place-order";

type Row = z.infer<typeof RetirementResource>;
type Holder = Awaited<ReturnType<typeof makeAccount>>;

let holder: Holder;
let shop: { id: string };
/** One order per month of 2026, by month. */
let orders: string[];
let stock: Awaited<ReturnType<typeof makeStock>>;

const makeSubaccount = (of: Holder) =>
  database().transaction((db) =>
    createSubaccount({ ...contextOf(of.account), db }, { name: "Shop", logoFileKey: null }),
  );

async function buy(of: Holder, portfolioId: string, amountKg: number, subaccountId: string | null) {
  const terms = { amount_kg: amountKg, portfolio_id: portfolioId, subaccountId };
  const { id } = await placeOrder(contextOf(of.account), terms);
  await matchAll();
  return id;
}

const list = async (query = "", of = holder): Promise<{ data: Row[]; has_more: boolean }> =>
  (await call("GET", `/retirements${query}`, { key: of.token })).json;

const csvOf = (query = "", of = holder) =>
  call("GET", `/retirements${query}`, { key: of.token, headers: { accept: "text/csv" } });

/** Pages until the last one, by the cursor. */
async function walk(cursor: "starting_after" | "ending_before", from: string | null, query = "") {
  const rows: Row[] = [];
  let place = from;
  for (let pages = 0; pages < 20; pages += 1) {
    const page = await list(`?limit=2${place ? `&${cursor}=${place}` : ""}${query}`);
    if (cursor === "starting_after") rows.push(...page.data);
    else rows.unshift(...page.data);
    place = (cursor === "starting_after" ? page.data.at(-1) : page.data[0])?.id ?? null;
    if (!page.has_more) return rows;
  }
  throw new Error("the list has no end");
}

beforeAll(async () => {
  holder = await makeAccount();
  shop = await makeSubaccount(holder);
  stock = await makeStock({ projects: ["a", "b"] });
  const [project, other] = stock.file.projects;
  const [lot] = stock.file.credit_lots;
  const facts = { country_code: "LV", mechanism: "removal", sink: "biogenic" };
  const labels = [{ scheme: "CCP", granted_on: "2026-03-01", source_url: null }];
  await importFile({
    mode: "test",
    projects: [{ ...project, ...facts }, other],
    credit_lots: [{ ...lot, labels, corresponding_adjustment: "authorized", credit_type: "VCU" }],
  });
  orders = [];
  for (const [month, owner] of [null, shop.id, null, shop.id].entries()) {
    const id = await buy(holder, stock.portfolioId, 100 + month, owner);
    await moveAllocations(id, `2026-0${month + 1}-15T12:00:00Z`);
    orders.push(id);
  }
});

describe("GET /retirements", () => {
  it("has every allocation once, newest first, whatever the page and the direction", async () => {
    const { data } = await list("?limit=100");
    expect(data.map(({ order_id }) => orders.indexOf(order_id))).toEqual([3, 3, 2, 2, 1, 1, 0, 0]);
    expect(data.reduce((kg, { amount_kg }) => kg + amount_kg, 0)).toBe(100 + 101 + 102 + 103);
    expect(await walk("starting_after", null)).toEqual(data);
    const last = data.at(-1);
    expect([...(await walk("ending_before", last?.id ?? "")), last]).toEqual(data);
  });

  it("has the facts of project and lot, and null where they are not stated", async () => {
    const { data } = await list("?limit=100");
    const [a, b] = ["a", "b"].map((name) =>
      data.find(({ project_id }) => project_id === `prj_${stock.tag}_${name}`),
    );
    expect(a).toMatchObject({
      country_code: "LV",
      mechanism: "removal",
      sink: "biogenic",
      labels: [{ scheme: "CCP", granted_on: "2026-03-01", source_url: null }],
      corresponding_adjustment: "authorized",
      credit_type: "VCU",
      registry_status: "pending",
      registry_retired_on: null,
    });
    expect(b).toMatchObject({
      country_code: null,
      mechanism: null,
      sink: null,
      labels: [],
      corresponding_adjustment: null,
      credit_type: null,
    });
  });

  it("has the registry's record once it is retired, and the beneficiary of shared tonnes", async () => {
    const [id = ""] = orders;
    await giveStatus(id, { status: "retired", retiredOn: "2026-02-03", isPool: true });
    const { data } = await list("?registry_status=retired");
    expect(data.map(({ order_id }) => order_id)).toEqual([id, id]);
    expect(data[0]).toMatchObject({
      registry_status: "retired",
      registry_retired_kg: data[0]?.amount_kg,
      registry_retirement_id: expect.stringMatching(/^rrt_/),
      registry_retired_on: "2026-02-03",
      registry_reference: REFERENCE,
      registry_beneficiary: POOL,
      url: RECORD_URL,
    });
  });

  it("filters by time with both ends, subaccount, registry and status", async () => {
    await giveStatus(orders[1] ?? "", { status: "disputed" });
    const monthsOf = async (query: string) => {
      const { data } = await list(`?limit=100&${query}`);
      return [...new Set(data.map(({ order_id }) => orders.indexOf(order_id)))].sort();
    };
    expect(await monthsOf("from=2026-02-15&to=2026-03-15")).toEqual([1, 2]);
    expect(await monthsOf("from=2026-02-15T12:00:00.001Z")).toEqual([2, 3]);
    expect(await monthsOf("to=2026-02-15T12:00:00Z")).toEqual([0, 1]);
    expect(await monthsOf(`subaccount_id=${shop.id}`)).toEqual([1, 3]);
    expect(await monthsOf(`subaccount_id=${shop.id}&registry_status=disputed`)).toEqual([1]);
    expect(await monthsOf("registry=test-registry")).toEqual([0, 1, 2, 3]);
    expect(await monthsOf("registry=verra")).toEqual([]);
    expect(await walk("starting_after", null, `&subaccount_id=${shop.id}`)).toHaveLength(4);
  });
});

describe("GET /retirements as CSV", () => {
  it("has the whole list, though it is longer than a page", async () => {
    const large = await makeAccount();
    const count = CSV_PAGE_ROWS + 100;
    const { file, tag, portfolioId } = await makeStock({ tonnes: 1 });
    const credit_lots = Array.from({ length: count }, (_, index) => ({
      ...file.credit_lots[0],
      id: `lot_${tag}_${index}`,
      serial_number_range: `CSV-${tag}-${2 * index + 10}-${2 * index + 10}`,
    }));
    await importFile({ mode: "test", credit_lots });
    await buy(large, portfolioId, count * 1000, null);
    const { status, headers, text } = await csvOf("?limit=1", large);
    expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    const [head = "", ...lines] = text.trimEnd().split("\r\n");
    expect(new Set(lines.map((line) => line.split(",")[0])).size).toBe(count);
    const { data } = await list("?limit=1", large);
    expect(head.split(",")).toEqual(Object.keys(data[0] ?? {}));
    expect(lines[0]?.startsWith(`${data[0]?.id},`)).toBe(true);
  });

  it("takes the filters of the list, and its errors come before the first line", async () => {
    const { text } = await csvOf(`?subaccount_id=${shop.id}`);
    expect(text.trimEnd().split("\r\n")).toHaveLength(5);
    const { status, json } = await csvOf("?subaccount_id=sub_none");
    expect([status, json.code]).toEqual([400, "invalid-subaccount"]);
  });

  it("is sent only to clients that prefer it", async () => {
    for (const accept of ["*/*", "application/json, text/csv;q=0.5", "text/html"]) {
      const response = await call("GET", "/retirements", {
        key: holder.token,
        headers: { accept },
      });
      expect(response.headers.get("content-type")).toBe("application/json");
    }
  });
});
