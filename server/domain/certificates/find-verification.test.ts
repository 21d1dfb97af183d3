import { describe, expect, it } from "vitest";
import { database } from "#core/db";
import { orderNumber } from "#core/id";
import { cancelOrder } from "#domain/orders";
import {
  contextOf,
  importFile,
  makeAccount,
  makeStock,
  matchAll,
  systemContext,
} from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { findVerification, MAX_CERTIFICATES } from "./find-verification";
import { getCertificate } from "./get-certificate";
import { toVerificationResource } from "./verification-resource";
import { readQuery } from "./verification-rules";

type Account = Awaited<ReturnType<typeof makeAccount>>;

async function place({ account }: Account, portfolioId: string, amounts: number[]) {
  const ids: string[] = [];
  for (const amount_kg of amounts) {
    const input = { amount_kg, portfolio_id: portfolioId, subaccountId: null };
    ids.push((await placeOrder(contextOf(account), input)).id);
  }
  return ids;
}

async function verify(text: string) {
  const query = readQuery(text);
  if (!query) throw new Error(`${text} is not a valid query`);
  return toVerificationResource(await findVerification(systemContext(), query));
}

const nothing = { data: [], retirements: [], has_more: false, serials: [] };

describe("an order", () => {
  it("that is fulfilled is found by its number, ID, link and each of its serials", async () => {
    const account = await makeAccount();
    const stock = await makeStock({ projects: ["a", "b"] });
    const [id = ""] = await place(account, stock.portfolioId, [2500]);
    await matchAll();
    const certificate = await getCertificate(systemContext(), id);
    const expected = {
      order_number: orderNumber(id),
      mode: "test",
      state: "fulfilled",
      retired_on: certificate.retired_on,
      beneficiary: { name: account.account.name },
      seller: { name: account.account.name },
      amount_kg: 2500,
      certificate_public_url: certificate.certificate_public_url,
      certificate_json_url: certificate.certificate_json_url,
    };
    const { certificate_public_url: url } = certificate;
    for (const text of [id, orderNumber(id), url, `${url}/pdf`, `https://else.example/${id}`]) {
      expect(await verify(text)).toMatchObject({ data: [expected], has_more: false, serials: [] });
    }
    const printed = certificate.projects.flatMap((project) =>
      project.retirements.map((retirement) => ({ project, retirement })),
    );
    expect(printed).toHaveLength(2);
    for (const { project, retirement } of printed) {
      const { serial_number_range } = retirement;
      const response = await verify(serial_number_range);
      expect(response.data).toEqual([]);
      expect(JSON.stringify(response)).not.toContain(account.account.name);
      expect(response.retirements).toEqual([
        {
          mode: "test",
          project: {
            id: project.id,
            name: project.name,
            registry_name: "Test Registry",
            registry_id: "TST1",
          },
          vintage_year: 2022,
          serial_number_range,
          ...{ matched_kg: 1250, url: null },
          ...{ registry_status: "pending", registry_retired_kg: 0, registry_disputed_kg: 0 },
          ...{ registry_retired_on: null, registry_reference: null },
          ...{ replaced_kg: 0, replaced_on: null, replaced_as: null, substituted_on: null },
        },
      ]);
      const kg = { asked_kg: 2000, retired_kg: 1250, replaced_kg: 0, registry_retired_kg: 0 };
      expect(response.serials).toEqual([{ mode: "test", ...kg, in_registry: false }]);
    }
  });

  it("that is placed or cancelled has that state, and a cancelled one no other data", async () => {
    const account = await makeAccount();
    const stock = await makeStock({ tonnes: 1 });
    const [id = ""] = await place(account, stock.portfolioId, [1001]);
    const [before] = (await verify(id)).data;
    expect(before).toMatchObject({
      state: "placed",
      retired_on: null,
      amount_kg: 1001,
      retirements: [],
    });
    const ctx = contextOf(account.account);
    await database().transaction((db) => cancelOrder({ ...ctx, db }, { id }));
    const [after] = (await verify(orderNumber(id))).data;
    expect(after).toMatchObject({
      state: "cancelled",
      beneficiary: null,
      seller: null,
      amount_kg: null,
    });
    expect(JSON.stringify(after)).not.toContain(account.account.name);
  });

  it("that does not exist is not found", async () => {
    const never = "ord_00000000000000000000000000";
    for (const text of [never, orderNumber(never), `https://till.example/certificates/${never}`]) {
      expect(await verify(text)).toEqual(nothing);
    }
  });
});

describe("a tonne", () => {
  it("that several orders share is found with the share of each order and the rest", async () => {
    const account = await makeAccount();
    const stock = await makeStock({ tonnes: 5 });
    await place(account, stock.portfolioId, [700, 800, 2000]);
    await matchAll();
    const serial = (first: number, last = first) => `TST-${stock.tag}-a-${first}-${last}`;
    const entries = async (text: string) => {
      const { retirements, serials } = await verify(text);
      const parts = retirements.map(({ matched_kg }) => matched_kg);
      return { parts, serials: serials.map(({ asked_kg, retired_kg }) => [asked_kg, retired_kg]) };
    };
    expect(await entries(serial(1))).toEqual({
      parts: [700, 300],
      serials: [[1000, 1000]],
    });
    expect(await entries(`TST-${stock.tag}-a-2`)).toEqual({
      parts: [500],
      serials: [[1000, 500]],
    });
    // The full tonnes of the third order are its own.
    expect(await entries(serial(3))).toEqual({ parts: [1000], serials: [[1000, 1000]] });
    expect(await entries(serial(4))).toEqual({ parts: [1000], serials: [[1000, 1000]] });
    expect(await entries(serial(1, 5))).toEqual({
      parts: [700, 800, 2000],
      serials: [[5000, 3500]],
    });
    // In stock but not retired, so it is treated as unknown.
    expect(await verify(serial(5))).toEqual(nothing);
    expect(await verify(serial(99))).toEqual(nothing);
  });

  it("of a lot with an unparsed serial range is found by its offset", async () => {
    const account = await makeAccount();
    const { tag, portfolioId } = await makeStock({ tonnes: 1 });
    const lot = { id: `lot_${tag}_name`, project_id: `prj_${tag}_a`, vintage_year: 2020 };
    const serial_number_range = `iss_${tag}`;
    await importFile({
      mode: "test",
      credit_lots: [{ ...lot, quantity_kg: 2710, serial_number_range }],
    });
    const [id = ""] = await place(account, portfolioId, [1500]);
    await matchAll();
    const certificate = await getCertificate(systemContext(), id);
    const printed = certificate.projects[0]?.retirements[0]?.serial_number_range ?? "";
    expect(printed).toBe(`iss_${tag}, tonnes 1–2 of 3`);
    for (const [text, asked_kg, retired_kg] of [
      [printed, 2000, 1500],
      [`iss_${tag}, tonne 2 of 3`, 1000, 500],
      [`iss_${tag}`, 2710, 1500],
    ] as const) {
      const { retirements, serials } = await verify(text);
      expect(retirements).toHaveLength(1);
      expect(serials).toMatchObject([{ asked_kg, retired_kg }]);
    }
    expect(await verify(`iss_${tag}, tonne 3 of 3`)).toEqual(nothing);
    expect(await verify(`iss_${tag}, tonne 1 of 4`)).toEqual(nothing);
  });
});

describe("serials", () => {
  it("of more certificates than the limit set has_more", async () => {
    const account = await makeAccount();
    const stock = await makeStock({ tonnes: 1 });
    await place(account, stock.portfolioId, Array(MAX_CERTIFICATES).fill(10));
    await matchAll();
    const whole = await verify(`TST-${stock.tag}-a-1`);
    expect([whole.retirements.length, whole.has_more]).toEqual([MAX_CERTIFICATES, false]);
    await place(account, stock.portfolioId, [20]);
    await matchAll();
    const cut = await verify(`TST-${stock.tag}-a-1`);
    expect([cut.retirements.length, cut.has_more]).toEqual([MAX_CERTIFICATES, true]);
    expect(cut.serials).toMatchObject([{ asked_kg: 1000, retired_kg: 500 }]);
  });

  it("over several lots find the retirements of each lot in order", async () => {
    const account = await makeAccount();
    const { tag, portfolioId } = await makeStock({ tonnes: 2 });
    const lots = [3, 9].map((first) => ({
      id: `lot_${tag}_${first}`,
      project_id: `prj_${tag}_a`,
      vintage_year: 2022,
      quantity_kg: 2000,
      serial_number_range: `TST-${tag}-a-${first}-${first + 1}`,
    }));
    await importFile({ mode: "test", credit_lots: lots });
    await place(account, portfolioId, [1500, 4500]);
    await matchAll();
    const { retirements, serials } = await verify(`TST-${tag}-a-2-9`);
    const ranges = retirements.map((it) => it.serial_number_range);
    expect(ranges).toEqual([
      `TST-${tag}-a-1-2`,
      `TST-${tag}-a-2-2`,
      `TST-${tag}-a-3-4`,
      `TST-${tag}-a-9-10`,
    ]);
    expect(serials).toMatchObject([{ asked_kg: 8000, retired_kg: 4000 }]);
  });

  it("that exist in both modes are reported separately, live first", async () => {
    const [test, live] = [await makeAccount(), await makeAccount("write", "live")];
    const stock = await makeStock({ tonnes: 1 });
    await importFile({ ...stock.file, mode: "live" });
    await place(test, stock.portfolioId, [300]);
    await place(live, stock.portfolioId, [400]);
    await matchAll();
    const { retirements, serials } = await verify(`TST-${stock.tag}-a-1`);
    expect(retirements.map(({ mode, matched_kg }) => [mode, matched_kg])).toEqual([
      ["live", 400],
      ["test", 300],
    ]);
    expect(serials.map(({ mode, retired_kg }) => [mode, retired_kg])).toEqual([
      ["live", 400],
      ["test", 300],
    ]);
  });

  it("that only the registry lists as retired are reported without a certificate", async () => {
    const row = (
      range: string,
      block: string | null,
      first: number | null,
      last: number | null,
    ) => ({
      mode: "live",
      serialNumberRange: range,
      serialBlock: block,
      serialFirst: first,
      serialLast: last,
      createdAt: new Date(),
    });
    const block = "19385-#-#-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-#";
    const verra = (numbers: string) =>
      `19385-${numbers}-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1`;
    await database().prisma.retiredSerial.createMany({
      data: [row(verra("10-20"), block, 10, 20), row("iss_elsewhere", null, null, null)],
    });
    const entries = {
      mode: "live",
      retired_kg: 0,
      replaced_kg: 0,
      registry_retired_kg: 0,
      in_registry: true,
    };
    for (const [text, asked_kg] of [
      [verra("15"), 1000],
      [verra("1-10"), 10_000],
      [verra("12-13"), 2000],
      ["iss_elsewhere", null],
    ] as const) {
      expect(await verify(text)).toEqual({ ...nothing, serials: [{ ...entries, asked_kg }] });
    }
    for (const numbers of ["9", "21", "1-9", "21-30"])
      expect(await verify(verra(numbers))).toEqual(nothing);
  });

  it.each([
    "'; DROP TABLE orders; --",
    "<script>alert(1)</script>",
    "%",
    "_-1-5",
    "\u202e-1-5",
    "\ud800-1-5",
    "x\0-1-5",
    "-1-9007199254740993",
    "1-".repeat(299),
  ])("as odd as %j find nothing, and do no harm", async (text) => {
    expect(await verify(text)).toEqual(nothing);
  });
});
