// Public pages of orders and accounts in each state, without a browser.
import { beforeAll, describe, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { getCertificate } from "#domain/certificates";
import { cancelOrder } from "#domain/orders";
import { publicPages } from "#public-pages";
import { Site } from "#site/site";
import { call } from "#testing/api";
import { giveStatus } from "#testing/evidence";
import { contextOf, makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { noAssets } from "#testing/no-assets";
import { placeOrder } from "#testing/place-order";

const site = new Site(publicPages, async () => noAssets);

let account: Account;
let key: string;
let stock: Awaited<ReturnType<typeof makeStock>>;

beforeAll(async () => {
  ({ account, token: key } = await makeAccount());
  stock = await makeStock({ projects: ["a", "b"], tonnes: 10 });
});

/** Reads a page. `text`: without tags. */
async function view(url: string) {
  const match = await site.find({ url, header: () => null });
  const { status = 404, body = "" } = (await match?.respond()) ?? {};
  const html = String(body);
  const text = html
    .replace(/<(style|script)[^>]*>.*?<\/\1>/gs, " ")
    .replaceAll("<wbr/>", "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
  return { status, html, text };
}

const verification = (q: string) => view(`/verify?${new URLSearchParams({ q })}`);

/** Places an order of the account, or of a subaccount. */
async function place(amount_kg: number, more: object = {}, subaccountId: string | null = null) {
  const input = { amount_kg, portfolio_id: stock.portfolioId, subaccountId, ...more };
  return (await placeOrder(contextOf(account), input)).id;
}

/** Places an order whose credits are retired. */
async function retire(...order: Parameters<typeof place>) {
  const id = await place(...order);
  await matchAll();
  await giveStatus(id, { status: "retired" });
  return id;
}

const cancel = (id: string) =>
  database().transaction((db) => cancelOrder({ ...contextOf(account), db }, { id }));

async function makeSubaccount(name: string): Promise<string> {
  const { json } = await call("POST", "/subaccounts", { key, body: { name } });
  return json.id;
}

describe("a certificate", () => {
  it("has no website and no message if the beneficiary has none", async () => {
    const id = await retire(25, { beneficiary: { name: "Ada", message: null, url: null } });
    const { status, html, text } = await view(`/certificates/${id}`);
    expect(status).toBe(200);
    expect(text).toContain("on behalf of Ada");
    expect(html).not.toMatch(/<blockquote|rel="[^"]*ugc/);
  });

  it("says that nothing is retired while the order is placed, and is gone once it is cancelled", async () => {
    const id = await place(900_000_000);
    const placed = await view(`/certificates/${id}`);
    expect(placed.status).toBe(200);
    expect(placed.text).toContain("Order waiting to be matched");
    expect(placed.text).toContain("Nothing is retired for it yet");
    await cancel(id);
    const cancelled = await view(`/certificates/${id}`);
    expect(cancelled.status).toBe(410);
    expect(cancelled.text).toContain("This order was cancelled");
  });

  it.each(["ord_00000000000000000000000000", "nonsense", "%00"])("is a 404 for %s", async (id) => {
    const { status, text } = await view(`/certificates/${id}`);
    expect(status).toBe(404);
    expect(text).toContain("Page not found");
  });
});

describe("a verification", () => {
  it("shows that an order is not retired yet or cancelled, and then not for whom", async () => {
    const id = await place(900_000_000);
    expect((await verification(id)).text).toContain("Not retired yet");
    await cancel(id);
    const { text } = await verification(id);
    expect(text).toContain("Cancelled. No credits were retired.");
    expect(text).not.toContain("on behalf of");
  });

  it("explains what to check if it finds nothing", async () => {
    const results = [
      ["0".repeat(32), "No order found"],
      ["SBX-NO-1-2-3", "Not found"],
      // The last tonne in stock: not retired, so the result is that of an unknown one.
      [`TST-${stock.tag}-a-10-10`, "Not found"],
      ["https://example.com/certificates/", "This is not a certificate link"],
    ] as const;
    for (const [query, title] of results) {
      const { status, html, text } = await verification(query);
      expect(status).toBe(200);
      expect(html).toMatch(new RegExp(`<h2[^>]*>${title}</h2>`));
      expect(text).toContain("What to check");
    }
  });

  it("of a tonne that orders share lists each of them with its kg", async () => {
    // Both use a few kg of every project, and so of the same tonnes.
    const ids = [await retire(20), await retire(30)];
    const certificates = await Promise.all(ids.map((id) => getCertificate(systemContext(), id)));
    const partsOf = (at: number) =>
      (certificates[at]?.projects ?? []).flatMap(({ retirements }) => retirements);
    const shared = partsOf(0).find((one) =>
      partsOf(1).some((other) => other.serial_number_range === one.serial_number_range),
    );
    const serial = shared?.serial_number_range ?? "";
    expect(serial).not.toBe("");
    const { text } = await verification(serial);
    expect(text).toMatch(/kg of this tonne belong to the certificates below/);
    for (const [at, certificate] of certificates.entries()) {
      const part = partsOf(at).find((it) => it.serial_number_range === serial);
      expect(text).toContain(`${part?.amount_kg} kg on one certificate`);
      // Serial numbers are consecutive: with names, anyone could list a seller's customers.
      expect(text).not.toContain(certificate.order_number);
      expect(text).not.toContain(certificate.beneficiary.name);
    }
  });

  it("of one tonne says that an entry's records are about more tonnes", async () => {
    const [project] = (await getCertificate(systemContext(), await retire(5_000))).projects;
    const entry = project?.retirements.find((one) => one.amount_kg > 1_000);
    const range = entry?.serial_number_range ?? "";
    const last = range.replace(/\d+-(\d+)$/, "$1-$1");
    expect(last).not.toBe(range);
    const whole = await verification(range);
    expect(whole.text).not.toContain("This entry of the certificate");
    const { text } = await verification(last);
    const kg = (entry?.amount_kg ?? 0).toLocaleString("en");
    expect(text).toContain(`This entry of the certificate is about ${kg} kg, more than`);
  });

  it.each([
    `"><script>document.title="taken"</script><img src=x onerror=alert(1)>`,
    "</title><svg onload=alert(1)>",
    "'; DROP TABLE orders; --",
    "\u0000\u0007\u001b[31m\u202Eabc",
    "W".repeat(2000),
    "1-".repeat(5000),
  ])("of a hostile text shows it as text: %.20s", async (query) => {
    const { status, html } = await verification(query);
    expect(status).toBe(200);
    expect(html).toContain("<title>Verify a certificate · Carbon Till</title>");
    expect(html).not.toMatch(/<script>document|<img src=x|<svg onload/);
    expect(html).toMatch(/<h2[^>]*>(Not found|This is too)/);
  });
});

describe("an impact page", () => {
  const configure = async (id: string, body: object) => {
    const headers = { "x-subaccount-id": id };
    const saved = await call("PUT", "/impact/hosted-page-config", { key, body, headers });
    expect(saved.status).toBe(200);
    return new URL(saved.json.url).pathname;
  };

  it("shows the chosen equivalents, and is a 404 while disabled", async () => {
    const id = await makeSubaccount("Chosen");
    await retire(500, {}, id);
    const path = await configure(id, { enabled: true, enabled_equivalents: ["trees"] });
    const { text } = await view(path);
    expect(text).toMatch(/8\.3 tree seedlings grown for 10 years/);
    expect(text).not.toContain("gasoline car");
    await configure(id, { enabled: true, enabled_equivalents: [] });
    expect((await view(path)).text).not.toContain("Equivalent to");
    await configure(id, { enabled: false, enabled_equivalents: ["trees"] });
    const disabled = await view(path);
    expect(disabled.status).toBe(404);
    expect(disabled.text).toContain("Page not found");
    expect(disabled.text).not.toContain("Chosen");
  });

  it("has exactly the chosen sections", async () => {
    const id = await makeSubaccount("Some Sections");
    await retire(77, {}, id);
    const sections = ["map", "timeline"];
    const path = await configure(id, { enabled: true, enabled_equivalents: ["trees"], sections });
    const { html, text } = await view(path);
    expect(html).toContain("World map");
    expect(text).toContain("Month by month");
    expect(html).not.toMatch(/<h2[^>]*>(Equivalent to|Retired credits)/);
    expect(html).not.toMatch(/<a [^>]*href="\/projects\//);
  });

  it("has its own text before the first retirement", async () => {
    const { status, html, text } = await view(`/impact/${await makeSubaccount("Only Begun")}`);
    expect(status).toBe(200);
    expect(text).toContain("No credits retired yet");
    expect(text).toContain("What this page will show");
    expect(text).not.toContain("Month by month");
    expect(html).not.toContain("World map");
  });

  it("shows a hostile name as text", async () => {
    const name = `</script><script>document.title="taken"</script><img src=x onerror=alert(1)>`;
    const id = await makeSubaccount(name);
    await retire(12, {}, id);
    const { html } = await view(`/impact/${id}`);
    expect(html).toMatch(/<title>Test: /);
    expect(html).not.toMatch(/<script>document|<img src=x/);
    const [, data = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
    expect(JSON.parse(data)).toMatchObject({ about: { name } });
  });

  it.each(["nobody", "sub_00000000000000000000000000", "%00", "..%2fv1"])(
    "is a 404 for %s",
    async (slug) => expect((await view(`/impact/${slug}`)).status).toBe(404),
  );
});
