import { beforeEach, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { addMember, suspendAccount } from "#domain/accounts";
import { createSubaccount } from "#domain/catalogue";
import { contextOf, makeAccount, systemContext } from "#testing/factories";
import { makePerson } from "#testing/people";
import { trpcContextOf } from "#testing/procedures";
import { createCallerFactory } from "./procedures";
import { appRouter } from "./router";

const callerOf = createCallerFactory(appRouter);
const saved = { query: "sort=amount.desc&state=placed", columns: ["Order", "Amount"] };
const view = { screen: "orders", name: "Large ones", ...saved } as const;
const of = { screen: "orders" } as const;

let [live, test] = [{} as Account, {} as Account];
let [other, owner] = [{} as Account, { id: "", email: "" }];

const as = async (person: { email: string }, slug = live.slug, mode = "test") =>
  callerOf(await trpcContextOf(person, { slug, mode })).views;
const join = (
  account: Account,
  personId: string,
  limit?: Parameters<typeof addMember>[1]["limit"],
) =>
  database().transaction((db) =>
    addMember(
      { ...systemContext(), db },
      {
        ...{ accountId: account.id, personId, role: "viewer" },
        ...(limit && { limit }),
      },
    ),
  );
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: { cause?: { code?: string } }) => error.cause?.code ?? String(error),
  );

beforeEach(async () => {
  ({ live, test } = await makeAccount());
  ({ live: other } = await makeAccount());
  owner = await makePerson({ accountId: live.id });
});

it("a view is kept with its filters, sorting and columns until it is deleted", async () => {
  const own = await as(owner);
  const { id } = await own.save(view);
  expect(await own.list(of)).toEqual([{ id, name: view.name, ...saved }]);
  expect(await own.list({ screen: "payments" })).toEqual([]);
  await own.change({ id, name: "Large" });
  await own.change({ id, state: { query: "", columns: [] } });
  expect(await own.list(of)).toEqual([{ id, name: "Large", query: "", columns: [] }]);
  await own.delete({ id });
  expect(await own.list(of)).toEqual([]);
  expect(await codeOf(own.delete({ id }))).toBe("not-found");
});

it("no one else finds it, nor its owner in another account or mode", async () => {
  const { id } = await (await as(owner)).save(view);
  const colleague = await makePerson({ accountId: live.id, role: "admin" });
  await join(other, owner.id);
  const places = [
    await as(colleague),
    await as(owner, other.slug),
    await as(owner, live.slug, "live"),
  ];
  for (const place of places) {
    expect(await place.list(of)).toEqual([]);
    expect(await codeOf(place.change({ id, name: "Mine" }))).toBe("not-found");
    expect(await codeOf(place.delete({ id }))).toBe("not-found");
    expect(await codeOf(place.save(view))).toBe("done");
  }
  expect(await (await as(owner)).list(of)).toEqual([{ id, name: view.name, ...saved }]);
});

it("members of every kind have views, and people without access have none", async () => {
  const { id: subaccountId } = await createSubaccount(contextOf(test), { name: "Shop" });
  const [viewer, limited, stranger] = [await makePerson(), await makePerson(), await makePerson()];
  await join(live, viewer.id);
  await join(live, limited.id, { accountId: test.id, subaccountId });
  expect(await codeOf((await as(viewer)).save(view))).toBe("done");
  expect(await codeOf((await as(limited)).save(view))).toBe("done");
  expect(await codeOf((await as(limited, live.slug, "live")).save(view))).toBe("forbidden");
  expect(await codeOf((await as(stranger)).save(view))).toBe("not-found");
  expect(await codeOf((await as(stranger)).list(of))).toBe("not-found");
  const ctx = contextOf(live);
  await database().transaction((db) => suspendAccount({ ...ctx, db }, { reason: "Unpaid" }));
  expect(await codeOf((await as(viewer)).save({ ...view, name: "Other" }))).toBe("done");
});

it("operators have views of their own screens", async () => {
  const operator = await makePerson({ isOperator: true });
  const lots = { ...view, screen: "lots" } as const;
  const { id } = await (await as(operator, "")).save(lots);
  expect(await (await as(operator, "")).list({ screen: "lots" })).toMatchObject([{ id }]);
  expect(await codeOf((await as(operator, "")).save(lots))).toBe("conflict");
  expect(await codeOf((await as(owner, "")).list({ screen: "lots" }))).toBe("not-found");
  expect(await codeOf((await as(owner, "")).save(lots))).toBe("not-found");
});

it("a name is used once in a list", async () => {
  const own = await as(owner);
  await own.save(view);
  const { id } = await own.save({ ...view, name: "Second" });
  const errors = { name: ["is the name of another view"] };
  await expect(own.save(view)).rejects.toMatchObject({ cause: { code: "conflict", errors } });
  await expect(own.change({ id, name: " Large ones " })).rejects.toMatchObject({
    cause: { code: "conflict", errors },
  });
  expect(await codeOf(own.save({ ...view, screen: "payments" }))).toBe("done");
});

it("a list has 50 views at most, also if several are saved at once", async () => {
  const own = await as(owner);
  for (let at = 0; at < 48; at++) await own.save({ ...view, name: `View ${at}` });
  const names = ["A", "B", "C", "D", "E", "F"];
  const codes = await Promise.all(names.map((name) => codeOf(own.save({ ...view, name }))));
  expect(codes.toSorted()).toEqual([...Array(4).fill("conflict"), "done", "done"]);
  expect(await own.list(of)).toHaveLength(50);
});
