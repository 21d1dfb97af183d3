import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { csvLine } from "#core/csv";
import { database } from "#core/db";
import { call } from "#testing/api";
import { contextOf, makeAccount, makeStock, matchAll } from "#testing/factories";
import { makePerson } from "#testing/people";
import { placeOrder } from "#testing/place-order";
import { trpcContextOf } from "#testing/procedures";
import { exportsRouter } from "./exports";
import { createCallerFactory } from "./procedures";
import { appRouter } from "./router";

const AMOUNT = 3;
let owner: Awaited<ReturnType<typeof makeAccount>>;
let ctx: Awaited<ReturnType<typeof trpcContextOf>>;
let portfolioId: string;

const as = createCallerFactory(appRouter);
const dashboard = () => as(ctx).subaccounts;
const create = async (name: string, more: object = {}) =>
  (await call("POST", "/subaccounts", { key: owner.token, body: { name, ...more } })).json;
const createMany = async (count: number, holder = owner) => {
  const names = Array.from({ length: count }, (_, index) => ({
    ...{ accountId: holder.test.id, mode: "test", name: `Shop ${index}`, createdAt: new Date() },
    id: `sub_${crypto.randomUUID().replaceAll("-", "").slice(0, 26)}`,
  }));
  const rows = await database().prisma.subaccount.createManyAndReturn({ data: names });
  return rows.map(({ id }) => id);
};
const problemOf = (request: Promise<unknown>) =>
  request.then(
    () => null,
    ({ cause }: { cause: { status: number; errors?: object } }) => [
      cause.status,
      Object.keys(cause.errors ?? {}),
    ],
  );

beforeAll(async () => {
  owner = await makeAccount();
  const person = await makePerson({ accountId: owner.live.id, role: "admin" });
  ctx = await trpcContextOf(person, { slug: owner.live.slug });
  ({ portfolioId } = await makeStock({ apiPrice: AMOUNT, tonnes: 100 }));
});

describe("the table of subaccounts", () => {
  const names = ["Bergen", "Ålesund", "oslo"];
  const ids: string[] = [];

  beforeAll(async () => {
    const portfolio = { default_portfolio_id: portfolioId };
    for (const name of names) ids.push((await create(name, name === "Bergen" ? portfolio : {})).id);
    const order = (index: number, amount_kg: number) =>
      placeOrder(contextOf(owner.test), {
        amount_kg,
        portfolio_id: portfolioId,
        subaccountId: ids[index] ?? null,
      });
    await order(0, 10);
    await order(0, 5);
    await order(2, 40);
    await matchAll();
    // Waits for credits: not sold.
    await order(1, 50_000_000);
  });

  const sorted = async (sort: string, more: object = {}) => {
    const { data } = await dashboard().list({ sort: sort as "name.asc", ...more });
    return data.map(({ name }) => name);
  };

  it("has what was sold to each, and not what waits", async () => {
    const { data } = await dashboard().list({ sort: "name.asc" });
    expect(data.map((row) => [row.name, row.fulfilled_kg, row.orders, row.spend])).toEqual([
      ["Ålesund", 0, 0, 0],
      ["Bergen", 15, 2, 15 * AMOUNT],
      ["oslo", 40, 1, 40 * AMOUNT],
    ]);
    expect(data.map((row) => row.portfolio?.id ?? null)).toEqual([null, portfolioId, null]);
    const today = new Date().toISOString().slice(0, 10);
    expect(data.map((row) => row.last_order_on)).toEqual([null, today, today]);
  });

  it("sorts by each column, in both directions, over pages", async () => {
    expect(await sorted("sold.desc")).toEqual(["oslo", "Bergen", "Ålesund"]);
    expect(await sorted("spend.asc")).toEqual(["Ålesund", "Bergen", "oslo"]);
    expect(await sorted("orders.desc")).toEqual(["Bergen", "oslo", "Ålesund"]);
    expect(await sorted("last.asc")).toEqual(["Ålesund", "Bergen", "oslo"]);
    expect(await sorted("checkout.desc")).toEqual(["oslo", "Ålesund", "Bergen"]);
    expect((await sorted("portfolio.desc"))[0]).toBe("Bergen");
    for (const sort of ["sold.desc", "last.desc", "name.desc", "created.asc", "portfolio.asc"]) {
      const all = await sorted(sort);
      const pagedNames: string[] = [];
      let after: string | undefined;
      for (const _ of names) {
        const { data } = await dashboard().list({
          ...{ sort: sort as "name.asc", limit: 1 },
          ...(after && { starting_after: after }),
        });
        after = data[0]?.id ?? "";
        pagedNames.push(data[0]?.name ?? "");
      }
      expect([sort, pagedNames]).toEqual([sort, all]);
      const back = await dashboard().list({
        ...{ sort: sort as "name.asc", limit: 2, ending_before: after ?? "" },
      });
      expect(back.data.map(({ name }) => name)).toEqual(all.slice(0, 2));
    }
  });

  it("exports what it has, with its filters and order", async () => {
    const exporter = createCallerFactory(exportsRouter)(ctx);
    const { head, rows } = await exporter.subaccounts({ sort: "sold.desc", search: "o" });
    const csv = [head, ...rows].map(csvLine).join("");
    const read = parse(csv, { columns: true }) as Record<string, string>[];
    expect(read.map((row) => [row["name"], row["sold_kg"], row["api_sold"]])).toEqual([
      ["oslo", "40", "1.20"],
    ]);
  });

  it("leaves archived ones to their own filter", async () => {
    await dashboard().updateMany({ ids: [ids[1] ?? ""], archived: true });
    expect(await sorted("name.asc")).toEqual(["Bergen", "oslo"]);
    expect(await sorted("name.asc", { state: "archived" })).toEqual(["Ålesund"]);
    expect(await sorted("name.asc", { state: "all" })).toHaveLength(3);
  });
});

describe("subaccounts in bulk", () => {
  const stateOf = async (ids: string[]) =>
    database().prisma.subaccount.findMany({ where: { id: { in: ids } }, orderBy: { id: "asc" } });
  const actionsOf = async (ids: string[]) => {
    const where = { subjectId: { in: ids } };
    const entries = await database().prisma.auditEntry.findMany({ where, orderBy: { id: "asc" } });
    return entries.map(({ action, actorType }) => `${actorType} ${action}`);
  };

  it("changes five hundred at once, and records each that it changed", async () => {
    const ids = await createMany(500);
    const input = { ids, default_portfolio_id: portfolioId };
    expect(await dashboard().updateMany(input)).toEqual({ changed: 500 });
    const rows = await stateOf(ids);
    expect(rows.every((row) => row.defaultPortfolioId === portfolioId)).toBe(true);
    expect(await dashboard().updateMany(input)).toEqual({ changed: 0 });
    expect(await actionsOf(ids)).toEqual(ids.map(() => "person subaccount.updated"));
    const tooMany = [...ids, "sub_more"];
    expect(
      await problemOf(dashboard().updateMany({ ids: tooMany, archived: true })),
    ).not.toBeNull();
    expect((await stateOf(ids)).every((row) => row.archivedAt === null)).toBe(true);
  });

  it("changes none if one belongs to another account", async () => {
    const ids = await createMany(3);
    const [foreign = ""] = await createMany(1, await makeAccount());
    for (const other of [foreign, "sub_nowhere"]) {
      const request = dashboard().updateMany({ ids: [...ids, other], archived: true });
      expect(await problemOf(request)).toEqual([400, ["ids"]]);
    }
    const request = dashboard().updateMany({ ids, default_portfolio_id: "pf_nowhere" });
    expect(await problemOf(request)).toEqual([400, ["default_portfolio_id"]]);
    const rows = await stateOf([...ids, foreign]);
    expect(rows.map((row) => [row.archivedAt, row.defaultPortfolioId])).toEqual(
      rows.map(() => [null, null]),
    );
    expect(await actionsOf([...ids, foreign])).toEqual([]);
  });

  it("archives once when two people do it at the same time, in any order of ids", async () => {
    const ids = await createMany(40);
    const requests = Array.from({ length: 6 }, (_, index) =>
      dashboard().updateMany({ ids: index % 2 === 0 ? ids : ids.toReversed(), archived: true }),
    );
    const changed = (await Promise.all(requests)).map((result) => result.changed);
    expect(changed.reduce((sum, count) => sum + count, 0)).toBe(40);
    expect(await actionsOf(ids)).toEqual(ids.map(() => "person subaccount.archived"));
  });
});

describe("an archived subaccount", () => {
  const body = () => ({ amount_kg: 1, portfolio_id: portfolioId });
  const urls = { success_url: "https://a.example/", cancel_url: "https://a.example/" };

  it("refuses new orders through every API until it is restored", async () => {
    const key = owner.token;
    const { id } = await create("Closed shop");
    const headers = { "x-subaccount-id": id };
    const path = `/subaccounts/${id}`;
    const archived = await call("PUT", path, { key, body: { name: "Closed", archived: true } });
    expect(archived.json.archived_on).not.toBeNull();
    const bodies: [path: string, body: object][] = [
      ["/orders", body()],
      ["/quotes", body()],
      ["/checkout/sessions", { ...body(), ...urls }],
      ["/orders/ride", { distance_km: 100, portfolio_id: portfolioId }],
    ];
    for (const [to, sent] of bodies) {
      const refused = await call("POST", to, { key, headers, body: sent });
      expect([to, refused.status, refused.json.code, refused.json.title]).toEqual([
        to,
        400,
        "invalid-subaccount",
        "The subaccount is archived",
      ]);
    }
    const quote = as(ctx).orders.quote({ ...body(), subaccount_id: id });
    expect(await problemOf(quote)).toEqual([400, []]);
    // A client that doesn't know the field leaves it as it is.
    const renamed = await call("PUT", path, { key, body: { name: "Still closed" } });
    expect(renamed.json.archived_on).toBe(archived.json.archived_on);
    await dashboard().updateMany({ ids: [id], archived: false });
    expect((await call("POST", "/orders", { key, headers, body: body() })).status).toBe(201);
    const where = { subjectId: id };
    const entries = await database().prisma.auditEntry.findMany({ where, orderBy: { id: "asc" } });
    expect(entries.map(({ actorType, action }) => `${actorType} ${action}`)).toEqual([
      "key subaccount.created",
      "key subaccount.archived",
      "key subaccount.updated",
      "person subaccount.restored",
    ]);
  });
});

describe("a reference", () => {
  it("belongs to one subaccount of the account, even if two are created at once", async () => {
    const created = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        call("POST", "/subaccounts", {
          key: owner.token,
          body: { name: `Twice ${index}`, reference: "shop-1" },
        }),
      ),
    );
    expect(created.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const refused = created.find(({ status }) => status === 409);
    expect(refused?.json.title).toBe("Another subaccount has this reference");
    const listed = await call("GET", "/subaccounts?reference=shop-1", { key: owner.token });
    expect(listed.json.data).toHaveLength(1);
    const body = { name: "Elsewhere", reference: "shop-1" };
    const { token: key } = await makeAccount();
    expect((await call("POST", "/subaccounts", { key, body })).status).toBe(201);
  });

  it("stays when an update leaves it out, and goes with null", async () => {
    const { id } = await create("Shop", { reference: "shop-2" });
    const put = async (body: object) =>
      (await call("PUT", `/subaccounts/${id}`, { key: owner.token, body })).json.reference;
    expect(await put({ name: "Renamed" })).toBe("shop-2");
    expect(await put({ name: "Renamed", reference: null })).toBeNull();
  });
});

it("names with numbers are sorted by their value, over pages in both directions", async () => {
  for (const name of ["Store 10", "store 2", "Store 1", "Store 2b"]) await create(name);
  const list = async (sort: "name.asc" | "name.desc", more: object = {}) => {
    const { data } = await dashboard().list({ sort, search: "store", ...more });
    return { names: data.map(({ name }) => name), last: data.at(-1)?.id ?? "" };
  };
  const names = ["Store 1", "store 2", "Store 2b", "Store 10"];
  expect((await list("name.asc")).names).toEqual(names);
  expect((await list("name.desc")).names).toEqual(names.toReversed());
  const first = await list("name.asc", { limit: 2 });
  const second = await list("name.asc", { limit: 2, starting_after: first.last });
  expect([...first.names, ...second.names]).toEqual(names);
  expect((await list("name.asc", { limit: 3, ending_before: second.last })).names).toEqual(
    names.slice(0, 3),
  );
});
