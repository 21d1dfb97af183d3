import { beforeAll, describe, expect, it } from "vitest";
import { call } from "#testing/api";
import { makeAccount, makeStock } from "#testing/factories";

let portfolioId: string;

beforeAll(async () => {
  ({ portfolioId } = await makeStock({ apiCents: 4 }));
});

async function create(token: string, headers: Record<string, string> = {}): Promise<string> {
  const url = "https://shop.example/";
  const body = { amount_kg: 20, portfolio_id: portfolioId, success_url: url, cancel_url: url };
  const created = await call("POST", "/checkout/sessions", { key: token, body, headers });
  return created.json.id;
}

const ids = (response: { json: { data: { id: string }[] } }) =>
  response.json.data.map(({ id }) => id);

describe("GET /checkout/sessions", () => {
  it("pages in any size, both ways, match one long list", async () => {
    const { token } = await makeAccount();
    const created: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      created.unshift(await create(token));
    }
    const page = (query: string) => call("GET", `/checkout/sessions?${query}`, { key: token });
    const whole = await page("limit=100");
    expect([ids(whole), whole.json.has_more]).toEqual([created, false]);
    expect(ids(await page(""))).toEqual(created);
    for (const limit of [1, 2, 3, 7]) {
      const older: object[] = [];
      const newer: object[] = [];
      let response = await page(`limit=${limit}`);
      for (;;) {
        older.push(...response.json.data);
        if (!response.json.has_more) break;
        response = await page(`limit=${limit}&starting_after=${response.json.data.at(-1).id}`);
      }
      expect(older).toEqual(whole.json.data);
      response = await page(`limit=${limit}&ending_before=${created.at(-1)}`);
      for (;;) {
        newer.unshift(...response.json.data);
        if (!response.json.has_more) break;
        response = await page(`limit=${limit}&ending_before=${response.json.data[0].id}`);
      }
      expect(newer).toEqual(whole.json.data.slice(0, -1));
    }
  });

  it("return one subaccount's sessions if the header names it", async () => {
    const { token } = await makeAccount();
    const sub = await call("POST", "/subaccounts", { key: token, body: { name: "Shop" } });
    const headers = { "x-subaccount-id": sub.json.id };
    const list = (query: string) =>
      call("GET", `/checkout/sessions?${query}`, { key: token, headers });
    expect(ids(await list(""))).toEqual([]);
    const own: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      await create(token);
      own.unshift(await create(token, headers));
    }
    expect(ids(await list(""))).toEqual(own);
    expect(ids(await list(`limit=1&starting_after=${own[0]}`))).toEqual([own[1]]);
    expect(ids(await call("GET", "/checkout/sessions", { key: token }))).toHaveLength(6);
  });
});
