import { beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import { getSalesHistory } from "#domain/figures";
import { cancelOrder } from "#domain/orders";
import { contextOf, makeAccount, makeStock, matchAll } from "#testing/factories";
import { fulfillAt } from "#testing/fulfillment-time";
import { makePerson } from "#testing/people";
import { placeOrder } from "#testing/place-order";
import { dashboardOf } from "#testing/procedures";

async function makeMember() {
  const { live, test: account } = await makeAccount();
  const person = await makePerson({ accountId: live.id });
  return { account, email: person.email, caller: await dashboardOf(person, { slug: live.slug }) };
}

describe("the overview", () => {
  let member: Awaited<ReturnType<typeof makeMember>>;
  const now = new Date("2026-11-21T12:00:00Z");
  const at = (time: string) => ({ ...contextOf(member.account), now: new Date(time) });

  beforeAll(async () => {
    member = await makeMember();
    const { portfolioId: portfolio_id } = await makeStock({ tonnes: 10, apiPrice: 20 });
    const place = (time: string, amount_kg: number) =>
      placeOrder(at(time), { amount_kg, portfolio_id, subaccountId: null });
    const october = await place("2026-10-31T22:59:59.999Z", 100);
    const midnight = await place("2026-11-20T23:00:00Z", 30);
    const noon = await place("2026-11-21T11:00:00Z", 70);
    // More than the stock, so it waits.
    await place("2026-11-20T08:00:00Z", 20_000);
    await matchAll();
    await fulfillAt("2026-10-31T23:59:59.999Z", [october.id]);
    await fulfillAt("2026-11-21T00:00:00Z", [midnight.id]);
    await fulfillAt("2026-11-21T11:00:01Z", [noon.id]);
    const late = await place("2026-11-21T11:30:00Z", 5);
    await database().transaction((db) => cancelOrder({ ...at("2026-11-21T11:31Z"), db }, late));
    await place("2026-11-21T11:59:00Z", 7);
  });

  it("counts orders by state, and returns since when one waits", async () => {
    const { orders } = await member.caller.overview.status();
    expect(orders).toEqual({
      fulfilled: 3,
      cancelled: 1,
      fresh: 1,
      waiting: 1,
      waitingSince: "2026-11-20T08:00:00.000Z",
      unpaid: 0,
    });
  });

  it("has each of the last 30 days and 12 months in UTC, with sales by the day of fulfillment", async () => {
    const { account } = member;
    const history = await getSalesHistory({ ...contextOf(account), now });
    const points = (sold: typeof history.days) =>
      sold.map(({ startsAt, api }) => [startsAt.toISOString().slice(0, 10), api.kg, api.price]);
    expect([history.days.length, history.months.length]).toEqual([30, 12]);
    expect(points(history.days).filter(([, kg]) => kg !== 0)).toEqual([
      ["2026-10-31", 100, 2000],
      ["2026-11-21", 100, 2000],
    ]);
    expect(points(history.months).slice(-2)).toEqual([
      ["2026-10-01", 100, 2000],
      ["2026-11-01", 100, 2000],
    ]);
    expect(history.months[0]?.startsAt).toEqual(new Date("2025-12-01T00:00:00Z"));
    expect(history.days[0]?.startsAt).toEqual(new Date("2026-10-23T00:00:00Z"));
  });
});

describe("the audit log", () => {
  let member: Awaited<ReturnType<typeof makeMember>>;
  beforeAll(async () => {
    member = await makeMember();
    const { id } = await member.caller.keys.create({ name: "Shop", scope: "read" });
    await member.caller.keys.revoke({ id });
    await createSubaccount(contextOf(member.account), { name: "Riverside" });
  });

  it("names the actor and the object of each action", async () => {
    const { data } = await member.caller.audit.list({});
    const [subaccount, revoked] = data;
    expect(subaccount).toMatchObject({
      actor: { type: "system", id: "test", name: null },
      action: "subaccount.created",
      subject: { name: "Riverside" },
    });
    expect(revoked).toMatchObject({
      actor: { type: "person", name: "Robin", email: member.email },
      action: "api_key.revoked",
      subject: { name: "Shop" },
    });
  });

  it("is filtered by actor, action and time, and paged both ways", async () => {
    const { audit } = member.caller;
    const actions = ({ data }: Awaited<ReturnType<typeof audit.list>>) =>
      data.map(({ action }) => action);
    const byPerson = await audit.list({ actor: "person" });
    expect(actions(byPerson)).toEqual(["api_key.revoked", "api_key.created"]);
    expect(actions(await audit.list({ action: "subaccount.created" }))).toHaveLength(1);
    const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    expect(actions(await audit.list({ from: hour(-1), to: hour(1) }))).toHaveLength(4);
    expect(actions(await audit.list({ from: hour(1) }))).toEqual([]);
    expect(actions(await audit.list({ to: hour(-1) }))).toEqual([]);
    const first = await audit.list({ limit: 1 });
    const second = await audit.list({ limit: 1, starting_after: first.data[0]?.id });
    expect([first, second].map(({ has_more }) => has_more)).toEqual([true, true]);
    expect(await audit.list({ limit: 1, ending_before: second.data[0]?.id })).toEqual(
      expect.objectContaining({ data: first.data }),
    );
  });

  it("is private to the account, even with its cursors", async () => {
    const { account: other } = await makeAccount();
    const where = { accountId: other.id };
    const entry = await database().prisma.auditEntry.findFirst({ where });
    expect(entry).not.toBeNull();
    await expect(member.caller.audit.list({ starting_after: entry?.id })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });
});
