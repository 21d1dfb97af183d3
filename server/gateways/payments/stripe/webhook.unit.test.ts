import { readFile } from "node:fs/promises";
import { afterAll, describe, expect, it } from "vitest";
import { BadNotice } from "#payments/provider";
import { startFakeStripe } from "#testing/fake-stripe/server";
import { stripePayments } from "./payments";
import { readStripeNotice, webhookEvents } from "./webhook";

const fake = await startFakeStripe();
const { settings } = fake;
const stripe = stripePayments(settings);
const of = { description: "25 kg", reference: "cs_1" };
const intent = { key: "begin", amount: 1250, currency: "usd", ...of };
const paymentId = await stripe.begin(intent);
const source = { type: "token", token: "ctoken_ok" } as const;
await stripe.confirm(paymentId, { key: "confirm", source, returnUrl: "https://till.example/" });
await stripe.refund(paymentId, { key: "refund", amount: 1250, currency: "usd" });

afterAll(() => fake.close());

/** Signs an event of test mode like Stripe. */
async function signedEvent(event: object) {
  return signed(JSON.stringify({ livemode: false, ...event }));
}

async function signed(body: string) {
  const { default: Stripe } = await import("stripe");
  const options = { payload: body, secret: settings.webhookSecrets[0] ?? "" };
  return { body, signature: Stripe.webhooks.generateTestHeaderString(options) };
}

async function refused(body: string, signature: string | null): Promise<unknown> {
  return readStripeNotice(settings, { body, signature }).then(
    () => "no failure",
    (error: unknown) => error,
  );
}

describe("a webhook of Stripe", () => {
  it.each([
    "payment_intent.succeeded",
    "payment_intent.payment_failed",
    "payment_intent.processing",
    "payment_intent.canceled",
    "charge.succeeded",
    "charge.refunded",
    "refund.created",
    "refund.failed",
  ])("%s contains its ID, type and payment", async (type) => {
    const { body, signature } = fake.notice({ type, payment: paymentId, id: `evt_${type}` });
    const notice = { id: `evt_${type}`, type, paymentId };
    expect(await readStripeNotice(settings, { body, signature })).toEqual(notice);
  });

  it.each([
    { id: "evt_1", type: "customer.created", data: { object: { id: "cus_1" } } },
    {
      id: "evt_1",
      type: "charge.succeeded",
      data: { object: { id: "ch_1", payment_intent: null } },
    },
    { id: "evt_1", type: "refund.created", data: {} },
    { id: "evt_1", type: "payment_intent.succeeded" },
    { id: "evt_1", type: "payment_intents.succeeded", data: { object: { id: "pi_1" } } },
  ])("about something else has no payment: %j", async (event) => {
    const { body, signature } = await signedEvent(event);
    const notice = { id: "evt_1", type: event.type, paymentId: null };
    expect(await readStripeNotice(settings, { body, signature })).toEqual(notice);
  });

  it.each(["review.opened", "radar.early_fraud_warning.created", "charge.dispute.closed"])(
    "%s names the payment",
    async (type) => {
      const object = { id: "it_1", charge: "ch_1", payment_intent: "pi_1" };
      const { body, signature } = await signedEvent({ id: "evt_1", type, data: { object } });
      expect(await readStripeNotice(settings, { body, signature })).toMatchObject({
        paymentId: "pi_1",
      });
    },
  );

  it("may be signed with any of the configured secrets", async () => {
    const { body, signature } = fake.notice({ type: "charge.refunded", payment: paymentId });
    const webhookSecrets = ["whsec_new", ...settings.webhookSecrets, "whsec_old"];
    const read = (secrets: string[]) =>
      readStripeNotice({ webhookSecrets: secrets, mode: "test" }, { body, signature });
    expect(await read(webhookSecrets)).toMatchObject({ paymentId });
    const failure = await read(["whsec_1", "whsec_2"]).catch((it) => it);
    expect(failure).toBeInstanceOf(BadNotice);
  });

  it("finds the payment if it is embedded", async () => {
    const object = { id: "dp_1", object: "dispute", payment_intent: { id: "pi_1" } };
    const event = { id: "evt_1", type: "charge.dispute.created", data: { object } };
    const { body, signature } = await signedEvent(event);
    expect(await readStripeNotice(settings, { body, signature })).toMatchObject({
      paymentId: "pi_1",
    });
  });

  it("is the same however often and in whatever order it arrives", async () => {
    const types = ["payment_intent.succeeded", "payment_intent.created", "charge.refunded"];
    const notices = types.map((type) => fake.notice({ type, payment: paymentId }));
    const read = await Promise.all(
      [...notices, ...notices.toReversed()].map(({ body, signature }) =>
        readStripeNotice(settings, { body, signature }),
      ),
    );
    expect(read.slice(3)).toEqual(read.slice(0, 3).toReversed());
    expect(new Set(read.map(({ id }) => id)).size).toBe(3);
    expect(new Set(read.map((it) => it.paymentId))).toEqual(new Set([paymentId]));
  });
});

describe("a webhook is rejected", () => {
  const type = "payment_intent.succeeded";
  const good = fake.notice({ type, payment: paymentId });

  it.each([
    ["without a signature", null],
    ["with an empty signature", ""],
    ["with a signature of nothing", "t=1,v1="],
    ["with rubbish for a signature", "whsec"],
    ["with a signature of an older scheme", good.signature.replace("v1=", "v0=")],
    ["with a signature of another moment", good.signature.replace(/t=\d+/, "t=1")],
    [
      "with a signature of another notice",
      fake.notice({ type: "charge.refunded", payment: paymentId }).signature,
    ],
  ])("%s", async (_how, signature) => {
    expect(await refused(good.body, signature)).toBeInstanceOf(BadNotice);
  });

  it("if it was signed more than five minutes ago", async () => {
    const old = fake.notice({ type, payment: paymentId, ageSeconds: 310 });
    expect(await refused(old.body, old.signature)).toBeInstanceOf(BadNotice);
    const recent = fake.notice({ type, payment: paymentId, ageSeconds: 290 });
    expect(await refused(recent.body, recent.signature)).toBe("no failure");
  });

  it("if any byte of its body differs", async () => {
    for (const body of [
      good.body.replace(paymentId, "pi_of_somebody_else"),
      `${good.body} `,
      JSON.stringify(JSON.parse(good.body)),
      "",
    ]) {
      expect(await refused(body, good.signature)).toBeInstanceOf(BadNotice);
    }
  });

  it("if it is of the other mode, or of none", async () => {
    const live = fake.notice({ type: "charge.refunded", payment: paymentId, livemode: true });
    expect(await refused(live.body, live.signature)).toMatchObject({
      message: "the webhook is not of test mode",
    });
    const event = { id: "evt_1", type: "charge.refunded" };
    const { body, signature } = await signed(JSON.stringify(event));
    expect(await refused(body, signature)).toBeInstanceOf(BadNotice);
  });

  it("if it was signed with another secret", async () => {
    const another = { ...settings, webhookSecrets: ["whsec_another"] };
    const failure = await readStripeNotice(another, good).catch((it) => it);
    expect(failure).toBeInstanceOf(BadNotice);
  });

  it.each(["null", "7", "[]", "{}", "not json", '{"id":"evt_1"}', '{"id":"evt_1","type":""}'])(
    "if it is signed but not an event: %s",
    async (text) => {
      const { body, signature } = await signed(text);
      expect(await refused(body, signature)).toBeInstanceOf(BadNotice);
    },
  );

  it("without revealing its content", async () => {
    const failure = (await refused(good.body, "t=1,v1=0")) as Error;
    expect(JSON.stringify([`${failure}`, failure.cause ?? null, failure])).not.toMatch(
      /_secret_|pi_/,
    );
  });
});

it("the events to choose at Stripe are documented", async () => {
  const guide = await readFile("docs/operations/stripe.md", "utf8");
  const [, block = ""] = /## Events of the webhook\s+```\n([^`]*)```/.exec(guide) ?? [];
  expect(block.trim().split("\n")).toEqual(webhookEvents);
});
