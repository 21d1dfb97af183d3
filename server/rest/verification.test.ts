import { beforeAll, describe, expect, it } from "vitest";
import { call } from "#testing/api";
import { makeAccount, makeStock, matchAll } from "#testing/factories";

let id: string;

beforeAll(async () => {
  const { token: key } = await makeAccount();
  const stock = await makeStock();
  const body = { amount_kg: 700, portfolio_id: stock.portfolioId };
  id = (await call("POST", "/orders", { key, body })).json.id;
  await matchAll();
});

const check = (query: Record<string, string>) =>
  call("GET", `/verify?${new URLSearchParams(query)}`);

describe("GET /verify", () => {
  it("says whether a copy has the current revision", async () => {
    const order = { order_number: id };
    for (const [query, expected] of [
      [order, null],
      [{ ...order, revision: "1" }, true],
      [{ ...order, revision: "2" }, false],
      [{ certificate_url: `https://till.example/certificates/${id}?revision=7` }, false],
    ] as const) {
      const { status, json } = await check(query);
      expect([status, json.data[0]?.is_current_revision]).toEqual([200, expected]);
    }
  });

  it.each([
    [{ revision: "1" }, "serial"],
    [{ serial: "SBX-1", revision: "1" }, "revision"],
  ])("takes a revision of an order only, not %j", async (query, field) => {
    const { status, json } = await check(query);
    expect([status, Object.keys(json.errors)]).toEqual([400, [field]]);
  });
});
