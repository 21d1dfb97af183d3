// Lists that are requested at the same time share reads and responses.
import { beforeAll, expect, it } from "vitest";
import { call } from "#testing/api";
import { recordStatements } from "#testing/bench/record";
import { makeAccount, makeStock } from "#testing/factories";

let portfolioId: string;
let keys: string[];

beforeAll(async () => {
  ({ portfolioId } = await makeStock());
  keys = [(await makeAccount()).token, (await makeAccount()).token];
});

async function place(key: string, headers: Record<string, string> = {}): Promise<string> {
  const body = { amount_kg: 1, portfolio_id: portfolioId };
  const { status, json } = await call("POST", "/orders", { key, body, headers });
  expect(status).toBe(201);
  return json.id;
}

async function makeSubaccount(key: string): Promise<Record<string, string>> {
  const { json } = await call("POST", "/subaccounts", { key, body: { name: "Fleet" } });
  return { "x-subaccount-id": json.id };
}

const idsOf = (response: { json: { data: { id: string }[] } }) =>
  response.json.data.map(({ id }) => id);

it("gives each request the bytes of its own account, subaccount, cursor and limit", async () => {
  const requests: { path: string; key: string; headers: Record<string, string> }[] = [];
  for (const key of keys) {
    const headers = await makeSubaccount(key);
    const ids = [await place(key), await place(key, headers), await place(key)];
    const paths = [
      "/orders",
      "/orders?limit=2",
      `/orders?starting_after=${ids[1]}`,
      `/orders?ending_before=${ids[1]}`,
    ];
    for (const path of paths) {
      requests.push({ path, key, headers: {} }, { path, key, headers });
    }
  }
  const alone: string[] = [];
  for (const { path, ...options } of requests) {
    alone.push((await call("GET", path, options)).text);
  }
  expect(new Set(alone.filter((text) => !text.includes('"data":[]'))).size).toBe(10);
  const textOf = async ({ path, ...options }: (typeof requests)[number]) =>
    (await call("GET", path, options)).text;
  const together = await Promise.all([...requests, ...requests, ...requests].map(textOf));
  expect(together).toEqual([...alone, ...alone, ...alone]);
});

it("reads a list once for requests that arrive together", async () => {
  const [key = ""] = keys;
  const lists = await recordStatements(() =>
    Promise.all(Array.from({ length: 40 }, () => call("GET", "/orders", { key }))),
  );
  // Not by name, which statements that go through a pooler do not have.
  const reads = lists.filter(({ text }) => /from "?orders"?/i.test(text));
  expect(reads.length).toBeGreaterThan(0);
  expect(reads.length).toBeLessThan(20);
});

it("includes what its client has placed, however many others list at the same time", async () => {
  const [key = ""] = keys;
  let isOver = false;
  const poll = async () => {
    while (!isOver) await call("GET", "/orders", { key });
  };
  const polling = Promise.all([poll(), poll(), poll()]);
  for (let nth = 0; nth < 12; nth += 1) {
    const id = await place(key);
    expect(idsOf(await call("GET", "/orders", { key }))[0]).toBe(id);
    const cancelled = await call("POST", `/orders/${id}/cancel`, { key });
    expect(cancelled.status).toBe(200);
    const list = await call("GET", "/orders?limit=1", { key });
    expect(list.json.data[0]).toMatchObject({ id, state: "cancelled" });
  }
  isOver = true;
  await polling;
});
