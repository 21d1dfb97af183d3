import { beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { firstIdAt } from "#core/id";
import { ListCheckoutSessions, listCheckoutSessions } from "#domain/checkout";
import { ListOrders, listOrders } from "#domain/orders";
import { call } from "#testing/api";
import { seedAccount } from "#testing/bench/dashboard-seed";
import { planOf } from "#testing/bench/plans";
import { recordStatements } from "#testing/bench/record";
import { openSession, pay } from "#testing/checkout";
import { contextOf, makeAccount, makeStock } from "#testing/factories";

const url = "https://shop.example/";
const session = { amount_kg: 20, success_url: url, cancel_url: url };

let account: Awaited<ReturnType<typeof makeAccount>>;
let portfolioId: string;
let subaccountId: string;

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  call("POST", path, { key: account.token, body, headers });

async function create(path: string, body: object = {}, headers?: Record<string, string>) {
  const created = await post(path, { portfolio_id: portfolioId, ...body }, headers);
  expect([created.status, created.text]).toEqual([201, expect.anything()]);
  return created.json.id as string;
}

async function list(path: string, query: Record<string, string>, headers = {}) {
  const address = `${path}?${new URLSearchParams(query)}`;
  const { status, json } = await call("GET", address, { key: account.token, headers });
  expect([query, status]).toEqual([query, 200]);
  return json.data.map(({ id }: { id: string }) => id) as string[];
}

beforeAll(async () => {
  account = await makeAccount();
  ({ portfolioId } = await makeStock({ apiPrice: 20 }));
  subaccountId = (await post("/subaccounts", { name: "Shop" })).json.id;
});

describe("GET /orders", () => {
  it("filters by subaccount, exact metadata and type, alone and together", async () => {
    const own = await create("/orders", { amount_kg: 1, metadata: "invoice 1" });
    const header = { "x-subaccount-id": subaccountId };
    const sub = await create("/orders", { amount_kg: 1, metadata: "invoice 1" }, header);
    const ride = await create("/orders/ride", { distance_km: 12, metadata: "invoice 10" });
    const cases: [query: Record<string, string>, ids: string[]][] = [
      [{ metadata: "invoice 1" }, [sub, own]],
      [{ metadata: "invoice 10" }, [ride]],
      [{ metadata: "Invoice 1" }, []],
      [{ metadata: "invoice%" }, []],
      [{ subaccount_id: subaccountId }, [sub]],
      [{ type: "ride" }, [ride]],
      [{ type: "generic" }, [sub, own]],
      [{ type: "generic", subaccount_id: subaccountId, metadata: "invoice 1" }, [sub]],
      [{ type: "ride", subaccount_id: subaccountId }, []],
      [{ metadata: "invoice 1", limit: "1", starting_after: sub }, [own]],
    ];
    for (const [query, ids] of cases) {
      expect([query, await list("/orders", query)]).toEqual([query, ids]);
    }
    expect(await list("/orders", { subaccount_id: subaccountId }, header)).toEqual([sub]);
  });

  it("rejects another subaccount than the header's", async () => {
    const other = (await post("/subaccounts", { name: "Other" })).json.id;
    const read = (path: string, query: string, headers = {}) =>
      call("GET", `${path}?${query}`, { key: account.token, headers });
    for (const path of ["/orders", "/checkout/sessions"]) {
      const header = { "x-subaccount-id": other };
      const both = await read(path, `subaccount_id=${subaccountId}`, header);
      expect(both.json.error_codes).toEqual({ subaccount_id: "exclusive" });
    }
  });
});

describe("GET /checkout/sessions", () => {
  it("filters by state, period, subaccount, id and exact metadata", async () => {
    const first = await create("/checkout/sessions", { ...session, metadata: "basket 1" });
    await post(`/checkout/sessions/${first}/expire`, {});
    const header = { "x-subaccount-id": subaccountId };
    const second = await create("/checkout/sessions", session, header);
    const paid = await openSession({ account: account.account, portfolioId });
    await pay(paid.id);
    const created = await database().prisma.checkoutSession.findFirstOrThrow({
      where: { id: second },
    });
    const at = created.createdAt.toISOString();
    const cases: [query: Record<string, string>, ids: string[]][] = [
      [{ state: "expired" }, [first]],
      [{ state: "open" }, [second]],
      [{ state: "complete" }, [paid.id]],
      [{ metadata: "basket 1" }, [first]],
      [{ metadata: "basket" }, []],
      [{ subaccount_id: subaccountId }, [second]],
      [{ checkout_session_id: first }, [first]],
      [{ created_from: at }, [paid.id, second]],
      [{ created_to: at }, [first]],
      [{ created_to: at, state: "open" }, []],
      [{ created_from: at, limit: "1", starting_after: paid.id }, [second]],
    ];
    for (const [query, ids] of cases) {
      expect([query, await list("/checkout/sessions", query)]).toEqual([query, ids]);
    }
    expect(await list("/checkout/sessions", {}, header)).toEqual([second]);
  });
});

describe("a checkout session", () => {
  it("keeps metadata and the customer's address, and hands the metadata to its order", async () => {
    const body = { ...session, metadata: "basket 7", customer_email: "ada@example.com" };
    const id = await create("/checkout/sessions", body);
    const read = async (path: string) => (await call("GET", path, { key: account.token })).json;
    const given = { metadata: "basket 7", customer_email: "ada@example.com" };
    expect(await read(`/checkout/sessions/${id}`)).toMatchObject(given);
    await pay(id);
    const { order_id } = await read(`/checkout/sessions/${id}`);
    expect(await read(`/orders/${order_id}`)).toMatchObject({ metadata: "basket 7" });
    expect(await list("/orders", { metadata: "basket 7" })).toEqual([order_id]);
  });

  it("reports no address of a customer who bought nothing", async () => {
    const body = { ...session, customer_email: "ada@example.com" };
    const id = await create("/checkout/sessions", body);
    await post(`/checkout/sessions/${id}/expire`, {});
    const query = "type=checkout_session.expired&limit=1";
    const { json } = await call("GET", `/events?${query}`, { key: account.token });
    const event = await database().prisma.event.findFirstOrThrow({
      where: { accountId: account.account.id, id: json.data[0].id },
    });
    expect(JSON.parse(event.payload ?? "")).toMatchObject({ id, customer_email: null });
  });
});

const ADD_SESSIONS = `
  INSERT INTO checkout_sessions (account_id, mode, id, portfolio_id, amount_kg, pricing_unit,
    price_per_tonne, price, currency, success_url, cancel_url, state, metadata,
    created_at, expires_at)
  SELECT $1, 'test', id, $2, 100, 'tonne', 3000, 300, 'usd', 'https://a.example', 'https://a.example',
         CASE WHEN n % 1000 = 0 THEN 'open' ELSE 'expired' END, 'basket ' || n, at,
         CASE WHEN n % 1000 = 0 THEN timestamptz '2100-01-01' ELSE at END
  FROM unnest($3::text[], $4::int[], $5::timestamptz[]) AS given (id, n, at)`;

describe("lists of thousands", () => {
  it("find metadata, what is rare, and a period by index", async () => {
    const count = 6000;
    const { accountId } = await seedAccount(count);
    const owner = { ...contextOf(account.account) };
    const ctx = { ...owner, account: { ...owner.account, id: accountId } };
    const numbers = Array.from({ length: count }, (_, n) => n + 1);
    const times = numbers.map((n) => new Date(Date.UTC(2026, 0, 1) + n * 1_000_000));
    const ids = times.map((at) => firstIdAt("checkoutSession", at));
    await database().prisma.$executeRawUnsafe(
      ADD_SESSIONS,
      ...[accountId, portfolioId, ids, numbers, times],
    );
    await database().prisma.$executeRawUnsafe("ANALYZE checkout_sessions");
    const orders: [query: object, index: RegExp][] = [
      [{ metadata: "invoice 70000" }, /orders_metadata_idx/],
      [{ type: "ride" }, /orders_rides_idx/],
    ];
    const sessions: [query: object, index: RegExp][] = [
      [{ metadata: "basket 10000" }, /checkout_sessions_metadata_idx/],
      [{ state: "open" }, /checkout_sessions_open_of_account_idx/],
      [
        { created_from: "2026-01-01T12:00:00Z", created_to: "2026-01-01T13:00:00Z" },
        /Index Cond: .*id >=? '/,
      ],
    ];
    const planOfList = async (read: () => Promise<unknown>, table: string) => {
      const statements = await recordStatements(read);
      const one = statements.find(({ text }) => text.includes(table));
      expect(one).toBeDefined();
      return one ? await planOf(one, "custom") : "";
    };
    for (const [query, index] of orders) {
      const input = { ...ListOrders.parse(query), subaccountId: null };
      expect(await planOfList(() => listOrders(ctx, input), '"orders"')).toMatch(index);
    }
    for (const [query, index] of sessions) {
      const input = { ...ListCheckoutSessions.parse(query), subaccountId: null };
      const read = () => listCheckoutSessions(ctx, input);
      const plan = await planOfList(read, "checkout_sessions");
      expect(plan).toMatch(index);
      expect(plan).not.toMatch(/Seq Scan on checkout_sessions/);
    }
  });
});
