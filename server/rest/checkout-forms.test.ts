import { describe, expect, it } from "vitest";
import { findBrowserHash } from "#core/caller";
import { booksOf, cards, letTimePass, openSession, pageOf } from "#testing/checkout";
import { confirmForm, payForm } from "./checkout-forms";
import { readPayForm } from "./pay-form";

const good = {
  email: "ada@example.com",
  beneficiary: "Ada Lovelace",
  number: "4242 4242 4242 4242",
  expiry: "12 / 40",
  cvc: "123",
  lang: "de",
};
const fromOurPage = { "sec-fetch-site": "same-origin" };

function request(
  fields: Record<string, string>,
  headers: Record<string, string> = fromOurPage,
): Request {
  return new Request("http://localhost:3000/checkout/x/pay", {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { host: "localhost:3000", ...headers },
  });
}

/** The cookie that the browser would keep. */
function browserOf(response: Response): string | null {
  return findBrowserHash(response.headers.get("set-cookie")?.split(";")[0] ?? null);
}

function faultsOf(response: Response): string[] {
  expect(response.status).toBe(303);
  const { searchParams } = new URL(response.headers.get("location") ?? "", "http://x");
  return searchParams.getAll("fault");
}

describe("the payment form", () => {
  it("pays, and redirects to the page in its language", async () => {
    const { id } = await openSession();
    const response = await payForm(request(good), id);
    expect(response.headers.get("location")).toBe(`/checkout/${id}?lang=de`);
    const own = await pageOf(id, undefined, browserOf(response));
    expect(own).toMatchObject({ view: "paid", email: "ada@example.com" });
    const { session } = await booksOf(id);
    expect(session).toMatchObject({ beneficiaryName: "Ada Lovelace", language: "de" });
    expect(session).toMatchObject({ beneficiaryMessage: null, beneficiaryUrl: null });
  });

  it.each([
    [{ email: "" }, ["email.missing"]],
    [{ email: "ada" }, ["email.invalid"]],
    [{ email: `${"a".repeat(250)}@example.com` }, ["email.invalid"]],
    [{ beneficiary: "a".repeat(513) }, ["beneficiary.long"]],
    [{ message: "a".repeat(513) }, ["message.long"]],
    [{ url: "my shop" }, ["url.invalid"]],
    [{ url: "none" }, ["url.invalid"]],
    [{ url: "ada@shop.example" }, ["url.invalid"]],
    [{ url: "javascript:alert(1.5)" }, ["url.invalid"]],
    [{ url: "https://ada:secret@shop.example" }, ["url.invalid"]],
    [{ url: `shop.example/${"a".repeat(500)}` }, ["url.long"]],
    [{ beneficiary: " ", message: "Thank you" }, ["beneficiary.missing"]],
    [{ beneficiary: "", url: "shop.example" }, ["beneficiary.missing"]],
    [{ number: "" }, ["number.missing"]],
    [{ number: "4242 4242 4242 4243" }, ["number.invalid"]],
    [{ number: "4242" }, ["number.invalid"]],
    [{ expiry: "" }, ["expiry.missing"]],
    [{ expiry: "13 / 40" }, ["expiry.invalid"]],
    [{ expiry: "soon" }, ["expiry.invalid"]],
    [{ expiry: "01 / 20" }, ["expiry.past"]],
    [{ cvc: "" }, ["cvc.missing"]],
    [{ cvc: "1x" }, ["cvc.invalid"]],
    [
      { email: "", number: "", expiry: "", cvc: "" },
      ["email.missing", "number.missing", "expiry.missing", "cvc.missing"],
    ],
  ])("names the faults and charges no one: %o", async (wrong, faults) => {
    const { id } = await openSession();
    expect(faultsOf(await payForm(request({ ...good, ...wrong }), id))).toEqual(faults);
    const { payment, provider, session } = await booksOf(id);
    expect([payment, provider]).toEqual([null, []]);
    // Valid fields are saved, so that the customer need not enter them again.
    expect(session.customerEmail).toBe("email" in wrong ? null : "ada@example.com");
  });

  it.each(["1240", "12/40", "12/2040", "12 / 2040", "2040-12", "12 40"])(
    "accepts an expiration date as people write it: %s",
    (expiry) => {
      const { source, faults } = readPayForm(new URLSearchParams({ ...good, expiry }), {
        kind: "card",
        hasEmail: false,
        seller: null,
      });
      expect(faults).toEqual([]);
      expect(source).toMatchObject({ expiryMonth: 12, expiryYear: 2040 });
    },
  );

  it("accepts a message in several lines, and a website without its scheme", async () => {
    const { id } = await openSession();
    const extra = { message: " Thank you,\r\nall of you! ", url: "www.shop.example/about" };
    await payForm(request({ ...good, ...extra }), id);
    const { session, orders } = await booksOf(id);
    const stored = {
      beneficiaryName: "Ada Lovelace",
      beneficiaryMessage: "Thank you,\nall of you!",
      beneficiaryUrl: "https://www.shop.example/about",
    };
    expect(session).toMatchObject(stored);
    expect(orders).toMatchObject([stored]);
  });

  it("accepts the longest values in the longest characters", async () => {
    const { id } = await openSession();
    const long = "\u6c34".repeat(512);
    const url = `https://shop.example/${long.slice(0, 491)}`;
    const response = await payForm(request({ ...good, beneficiary: long, message: long, url }), id);
    const page = await pageOf(id, undefined, browserOf(response));
    expect(page).toMatchObject({ view: "paid", beneficiary: { name: long, message: long, url } });
  });

  it("saves the valid fields of a beneficiary and leaves the others unchanged", async () => {
    const beneficiary = { name: "Grace", message: "Of the shop", url: "https://shop.example" };
    const { id } = await openSession({ beneficiary });
    let cookie = "";
    const beneficiaryOf = async (fields: Record<string, string>) => {
      const wrong = { ...good, number: "", ...beneficiary, ...fields };
      const response = await payForm(request(wrong, { ...fromOurPage, cookie }), id);
      cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
      return (await pageOf(id, undefined, browserOf(response))).beneficiary;
    };
    const isOf = { ...beneficiary, name: "Ada Lovelace" };
    expect(await beneficiaryOf({ url: "none" })).toEqual(isOf);
    expect(await beneficiaryOf({ message: "a".repeat(513), url: "" })).toEqual({
      ...isOf,
      url: null,
    });
    expect(await beneficiaryOf({ beneficiary: "a".repeat(513), message: "B" })).toEqual({
      ...isOf,
      url: null,
    });
    expect(await beneficiaryOf({ beneficiary: "", message: "", url: "" })).toBeNull();
    expect(await beneficiaryOf({ beneficiary: "", message: "B", url: "" })).toBeNull();
  });

  it("stores nothing of the card, anywhere in the database", async () => {
    const { id } = await openSession();
    await payForm(request(good), id);
    const books = JSON.stringify(await booksOf(id), (_key, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(books).not.toMatch(/4242|"123"|12 \/ 40/);
  });

  it("reports too many attempts", async () => {
    const { id } = await openSession();
    const declined = { ...good, number: cards.declined };
    for (let count = 0; count < 5; count += 1) {
      expect(faultsOf(await payForm(request(declined), id))).toEqual([]);
    }
    expect(faultsOf(await payForm(request(good), id))).toEqual(["attempts.wait"]);
    expect((await booksOf(id)).orders).toEqual([]);
  });

  it.each([
    ["another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
    ["a neighboring site", { "sec-fetch-site": "same-site" }],
    ["another origin, in an old browser", { origin: "https://evil.example" }],
    ["an origin that is hidden", { origin: "null" }],
    ["nowhere", {}],
  ])("is not read if it comes from %s", async (_from, headers) => {
    const { id } = await openSession();
    const response = await payForm(request(good, headers), id);
    expect(response.status).toBe(403);
    expect((await booksOf(id)).payment).toBeNull();
  });

  it("is read if an old browser names our own origin", async () => {
    const { id } = await openSession();
    await payForm(request(good, { origin: "http://localhost:3000" }), id);
    expect((await pageOf(id)).view).toBe("paid");
  });

  it("for an unknown session redirects to the page that explains it, and one of 1 MB is not read", async () => {
    const response = await payForm(request(good), "cs_00000000000000000000000000");
    expect([response.status, faultsOf(response)]).toEqual([303, []]);
    const { id } = await openSession();
    const huge = await payForm(request({ ...good, x: "x".repeat(1_000_000) }), id);
    expect(huge.status).toBe(413);
    expect(await booksOf(id)).toMatchObject({ payment: null });
  });
});

describe("the browser that paid", () => {
  const declined = { ...good, number: cards.declined };

  it("sees the email address, the name and why a card failed, and no other browser does", async () => {
    const { id } = await openSession();
    const response = await payForm(request(declined), id);
    const cookie = response.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(
      new RegExp(`^customer=[0-9A-Za-z]{32}; Path=/checkout/${id}; .*HttpOnly; SameSite=Lax`),
    );
    const name = { beneficiary: { name: "Ada Lovelace" } };
    const own = { email: "ada@example.com", failure: "declined", ...name };
    expect(await pageOf(id, undefined, browserOf(response))).toMatchObject(own);
    const nothing = { email: null, maskedEmail: null, failure: null, beneficiary: null };
    expect(await pageOf(id, undefined, null)).toMatchObject(nothing);
    expect(await pageOf(id, undefined, "another browser")).toMatchObject(nothing);
    // A browser keeps its key, and another one sees only what it entered itself.
    const again = await payForm(request(declined, { ...fromOurPage, cookie }), id);
    expect(browserOf(again)).toBe(browserOf(response));
    const other = await payForm(request({ ...declined, email: "eve@example.com" }), id);
    expect(await pageOf(id, undefined, browserOf(other))).toMatchObject({
      email: "eve@example.com",
    });
    expect(await pageOf(id, undefined, browserOf(response))).toMatchObject(nothing);
  });

  it("shares the beneficiary that the shop set, but not the one that its customer entered", async () => {
    const beneficiary = { name: "Grace", message: null, url: null };
    const { id } = await openSession({ beneficiary });
    await payForm(request({ ...declined, beneficiary: "Grace" }), id);
    expect((await pageOf(id, undefined, null)).beneficiary).toEqual(beneficiary);
    await payForm(request({ ...declined, beneficiary: "Grace H." }), id);
    expect((await pageOf(id, undefined, null)).beneficiary).toBeNull();
  });

  it("sees what it entered even if a field was invalid", async () => {
    const { id } = await openSession();
    const response = await payForm(request({ ...good, cvc: "" }), id);
    expect(await pageOf(id, undefined, browserOf(response))).toMatchObject({
      email: "ada@example.com",
    });
    expect((await pageOf(id, undefined, null)).email).toBeNull();
  });
});

describe("the confirmation form", () => {
  it("accepts the customer's confirmation, and no other value", async () => {
    const { id } = await openSession();
    await payForm(request({ ...good, number: cards.needsApproval }), id);
    await confirmForm(request({ lang: "fr", decision: "perhaps" }), id);
    expect((await pageOf(id)).view).toBe("confirm");
    expect((await confirmForm(request({ decision: "approve" }, {}), id)).status).toBe(403);
    const response = await confirmForm(request({ lang: "fr", decision: "approve" }), id);
    expect(response.headers.get("location")).toBe(`/checkout/${id}?lang=fr`);
    expect((await pageOf(id)).view).toBe("paid");
    await letTimePass(id);
    expect((await booksOf(id)).provider).toMatchObject([{ charges: 1 }]);
  });
});
