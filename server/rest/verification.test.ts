import { beforeAll, describe, expect, it } from "vitest";
import { orderNumber } from "#core/id";
import { call } from "#testing/api";
import { makeAccount, makeStock, matchAll } from "#testing/factories";

let id: string;
let serial: string;

beforeAll(async () => {
  const { token: key } = await makeAccount();
  const stock = await makeStock();
  const body = { amount_kg: 700, portfolio_id: stock.portfolioId };
  id = (await call("POST", "/orders", { key, body })).json.id;
  await matchAll();
  serial = `TST-${stock.tag}-a-1`;
});

const check = (query: Record<string, string>) =>
  call("GET", `/verify?${new URLSearchParams(query)}`);

describe("GET /verify", () => {
  it("finds the certificate by number, id and link, and the share of a serial, without a key", async () => {
    for (const query of [
      { order_number: orderNumber(id) },
      { order_number: id },
      { certificate_url: `https://till.example/certificates/${id}` },
    ]) {
      const { status, json } = await check(query);
      expect([status, json.data.length]).toEqual([200, 1]);
      expect(json.data[0]).toMatchObject({ order_number: orderNumber(id), mode: "test" });
    }
    const { json } = await check({ serial });
    expect([json.data, json.retirements[0]?.matched_kg]).toEqual([[], 700]);
    expect(json.serials).toEqual([
      {
        ...{ mode: "test", asked_kg: 1000, retired_kg: 700, registry_retired_kg: 0 },
        ...{ replaced_kg: 0, in_registry: false },
      },
    ]);
  });

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

  it("returns an empty list for unknown values", async () => {
    for (const query of [
      { serial: "SBX-1-1" },
      { order_number: "0".repeat(32) },
      { certificate_url: "https://till.example/certificates/ord_00000000000000000000000000" },
    ]) {
      const { status, json } = await check(query);
      expect([status, json]).toEqual([
        200,
        { data: [], retirements: [], has_more: false, serials: [] },
      ]);
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
