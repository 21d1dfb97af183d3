import { describe, expect, it } from "vitest";
import { database } from "#core/db";
import { createCheckoutSession } from "#domain/checkout";
import { providers } from "#gateways/payments";
import { booksOf, openSession, pageOf, pay } from "#testing/checkout";
import { contextOf, makeAccount, makeStock } from "#testing/factories";
import { livePayments } from "#testing/live-payments";
import { withLivePayments } from "#testing/settings";
import { confirmForm, payForm } from "./checkout-forms";
import { readPayForm } from "./pay-form";

withLivePayments();

const { settings } = providers.stripe;

/** Ways in which the operator can remove Stripe's live keys while sessions are open. */
const withoutLiveKeys = {
  "without Stripe": () => {
    settings.current = null;
  },
  "with Stripe's test keys": () => {
    settings.current = {
      ...livePayments,
      mode: "test",
      secretKey: "sk_test_1",
      publishableKey: "pk_test_1",
    };
  },
};
const ways = Object.entries(withoutLiveKeys);

const card = { number: "4242 4242 4242 4242", expiry: "12 / 40", cvc: "123" };
const typed = { email: "ada@example.com", lang: "en" };

/** A form that reports whether its body was read. */
function sent(fields: Record<string, string>) {
  let reads = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        reads += 1;
        controller.enqueue(new TextEncoder().encode(String(new URLSearchParams(fields))));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { "sec-fetch-site": "same-origin" };
  const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  return { request: new Request("http://till/pay", init), reads: () => reads };
}

async function openLive() {
  const { account } = await makeAccount("write", "live");
  const { portfolioId } = await makeStock({ mode: "live" });
  return openSession({ account, portfolioId });
}

describe.each(ways)("a live session %s", (_, takeKeysAway) => {
  it("reports that payment is not available, for Stripe and never for the test provider", async () => {
    const { id } = await openLive();
    expect(await pageOf(id)).toMatchObject({ blocker: null, provider: "stripe" });
    takeKeysAway();
    expect(await pageOf(id)).toMatchObject({
      ...{ view: "open", blocker: "no_provider", provider: "stripe", forms: [] },
    });
  });

  it("rejects the form unread, whatever it contains", async () => {
    const { id } = await openLive();
    takeKeysAway();
    for (const fields of [
      { ...typed, ...card },
      { ...typed, token: "ctoken_ok" },
    ]) {
      const { request, reads } = sent(fields);
      expect((await payForm(request, id)).status).toBe(400);
      expect(reads()).toBe(0);
    }
    expect(await pay(id)).toBe("no_provider");
    expect(await booksOf(id)).toMatchObject({ payment: null, provider: [] });
  });

  it("cannot be opened", async () => {
    const { account } = await makeAccount("write", "live");
    takeKeysAway();
    const opening = database().transaction((db) =>
      createCheckoutSession({ ...contextOf(account), db }, {} as never),
    );
    await expect(opening).rejects.toMatchObject({
      code: "forbidden",
      detail: expect.stringContaining("STRIPE_SECRET_KEY"),
    });
  });
});

it("a live session with Stripe rejects card details, and stores nothing of the form", async () => {
  const { id } = await openLive();
  for (const fields of [
    { ...typed, ...card },
    { ...typed, token: "ctoken_ok", number: "4" },
  ]) {
    const response = await payForm(sent(fields).request, id);
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain("4242");
  }
  const { session, payment } = await booksOf(id);
  expect([session.customerEmail, payment]).toEqual([null, null]);
});

it("a live session with Stripe reports a missing token, and no card field", async () => {
  const { id } = await openLive();
  const response = await payForm(sent(typed).request, id);
  const { searchParams } = new URL(response.headers.get("location") ?? "", "http://till");
  expect(searchParams.getAll("fault")).toEqual(["country.missing", "token.missing"]);
});

it("cards are parsed only for the test provider", () => {
  const form = new URLSearchParams({ ...typed, ...card, token: "ctoken_ok" });
  expect(readPayForm(form, { kind: "token", hasEmail: false, seller: null }).source).toEqual({
    type: "token",
    token: "ctoken_ok",
  });
  expect(readPayForm(form, { kind: "card", hasEmail: false, seller: null }).source).toMatchObject({
    type: "card",
  });
});

it("a test session keeps the provider that it was opened with", async () => {
  settings.current = {
    ...livePayments,
    mode: "test",
    secretKey: "sk_test_1",
    publishableKey: "pk_test_1",
  };
  const { id } = await openSession();
  settings.current = null;
  expect(await pageOf(id)).toMatchObject({ provider: "stripe", blocker: "no_provider" });
  expect(await pay(id)).toBe("no_provider");
  const response = await payForm(sent({ ...typed, ...card }).request, id);
  expect(response.status).toBe(303);
  expect((await booksOf(id)).payment).toBeNull();
  await confirmForm(sent({ decision: "approve" }).request, id);
});

it("the database rejects a live session with the test provider", async () => {
  const { id } = await openLive();
  const change = { where: { id }, data: { provider: "test" } };
  await expect(database().prisma.checkoutSession.updateMany(change)).rejects.toThrow(/check/);
});
