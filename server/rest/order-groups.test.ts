// Orders that arrive together are written together.
import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { database } from "#core/db";
import { call } from "#testing/api";
import { recordStatements } from "#testing/bench/record";
import { makeAccount, makeStock } from "#testing/factories";

let portfolioId: string;
let key: string;
let accountId: string;

beforeAll(async () => {
  ({ portfolioId } = await makeStock({ apiPrice: 3 }));
  const created = await makeAccount();
  [key, accountId] = [created.token, created.account.id];
});

type Request = { idempotencyKey?: string; body?: object; subaccountId?: string; token?: string };

const place = ({ idempotencyKey, body, subaccountId, token = key }: Request) =>
  call("POST", "/orders", {
    key: token,
    body: { amount_kg: 1, portfolio_id: portfolioId, ...body },
    headers: {
      ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
      ...(subaccountId && { "x-subaccount-id": subaccountId }),
    },
  });

const countOrders = (metadata: string) => database().prisma.order.count({ where: { metadata } });

it("writes a hundred orders in a few statements, each as if it were alone", async () => {
  const metadata = randomUUID();
  const beneficiary = { name: 'O"Hara\\ 東京', message: "a\nb" };
  const kinds = [
    { body: { metadata } },
    { body: { metadata, description: "It's {not} \\u0041", beneficiary } },
    {
      body: {
        metadata,
        notification_config: { url: "http://localhost:4000/hook", events: ["order.retired"] },
      },
    },
  ];
  const requests = Array.from({ length: 100 }, (_, nth) => ({
    ...kinds[nth % kinds.length],
    ...(nth % 2 === 0 && { idempotencyKey: `group-${randomUUID()}` }),
  }));
  let responses: Awaited<ReturnType<typeof place>>[] = [];
  const statements = await recordStatements(async () => {
    responses = await Promise.all(requests.map(place));
  });
  expect(responses.map(({ status }) => status)).toEqual(requests.map(() => 201));
  const inserts = statements.filter(({ text }) => text.includes('insert into "orders"'));
  expect(inserts.some(({ text }) => text.includes("json_populate_recordset"))).toBe(true);
  expect(inserts.length).toBeLessThan(requests.length / 2);
  expect(new Set(responses.map(({ json }) => json.id)).size).toBe(requests.length);
  expect(await countOrders(metadata)).toBe(requests.length);
  for (const { json } of responses.slice(0, 12)) {
    const stored = await call("GET", `/orders/${json.id}`, { key });
    expect(stored.json).toEqual(json);
  }
  const repeated = await Promise.all(requests.map(place));
  for (const [place, { headers, text }] of repeated.entries()) {
    const isKeyed = requests[place]?.idempotencyKey !== undefined;
    expect(headers.get("x-idempotent-replay")).toBe(isKeyed ? "true" : null);
    expect(text === responses[place]?.text).toBe(isKeyed);
  }
});

it("places one order for many requests with the same key, among others", async () => {
  const [same, metadata] = [randomUUID(), randomUUID()];
  const requests = Array.from({ length: 40 }, (_, nth) => ({
    idempotencyKey: nth % 2 === 0 ? same : randomUUID(),
    body: { metadata },
  }));
  const responses = await Promise.all(requests.map(place));
  expect(responses.map(({ status }) => status)).toEqual(requests.map(() => 201));
  const ids = new Set(responses.filter((_, nth) => nth % 2 === 0).map(({ json }) => json.id));
  expect(ids.size).toBe(1);
  expect(await countOrders(metadata)).toBe(21);
});

it("keeps keys of two accounts apart within a group", async () => {
  const other = await makeAccount();
  const same = randomUUID();
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, nth) =>
      place({ idempotencyKey: same, token: nth % 2 === 0 ? key : other.token }),
    ),
  );
  const ids = responses.map(({ json }) => json.id);
  expect(new Set(ids).size).toBe(2);
  for (const [nth, id] of ids.entries()) {
    const order = await database().prisma.order.findFirst({ where: { id } });
    expect(order?.accountId).toBe(nth % 2 === 0 ? accountId : other.account.id);
  }
});

it("refuses the order of a subaccount that was deleted meanwhile, and no other", async () => {
  const metadata = randomUUID();
  const { json: subaccount } = await call("POST", "/subaccounts", { key, body: { name: "Gone" } });
  const subaccounts = { accountId, id: subaccount.id };
  // Deleted between the orders' drafts and their statement.
  const responses = await database().transaction(async (db) => {
    await db.prisma.subaccount.deleteMany({ where: subaccounts });
    const placing = Array.from({ length: 30 }, (_, nth) =>
      place({
        idempotencyKey: randomUUID(),
        body: { metadata },
        ...(nth === 11 && { subaccountId: subaccount.id }),
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    return placing;
  });
  const statuses = (await Promise.all(responses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(29);
  expect(statuses[11]).toBe(400);
  expect(await countOrders(metadata)).toBe(29);
});

it("responds to the others while the key of one is held by another transaction", async () => {
  const [held, metadata] = [randomUUID(), randomUUID()];
  const { responses, order } = await database().transaction(async (db) => {
    await db.prisma.idempotencyKey.create({
      data: {
        ...{ accountId, key: held, requestHash: new Uint8Array(32), createdAt: new Date() },
        ...{ status: 201, headers: {}, body: "{}" },
      },
    });
    const placing = Array.from({ length: 20 }, (_, nth) =>
      place({ idempotencyKey: nth === 5 ? held : randomUUID(), body: { metadata } }),
    );
    const blocked = placing[5];
    const others = await Promise.all(placing.filter((one) => one !== blocked));
    return { responses: others, order: blocked };
  });
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
  // By whether the machine was fast enough for the lock's time limit.
  expect([409, 422]).toContain((await order)?.status);
  expect(await countOrders(metadata)).toBe(19);
});
