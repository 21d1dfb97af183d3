// The flows of money: a session is paid, what takes its time is settled, and money is given back.
import { database } from "#core/db";
import { getCheckoutPage, reconcilePayments } from "#domain/checkout";
import { serveForm } from "#rest/forms";
import { booksOf, cards, openSession } from "#testing/checkout";
import type { Client } from "#testing/crashes/client";
import { asWorker, differs, flow, type Scene } from "#testing/crashes/flow";
import { isDeadNow } from "#testing/crashes/life";
import { openShop } from "#testing/crashes/order-flows";
import type { World } from "#testing/crashes/world";
import { systemContext } from "#testing/factories";

const ORIGIN = "http://localhost:3000";
const EMAIL = "ada@example.com";

interface Sale {
  key: string;
  tag: string;
  accountId: string;
  sessionId: string;
  provider: "test" | "stripe";
  priceCents: number;
}

/** What the customer pays with: a card of the test provider's, or a token of Stripe's. */
type Means = Record<string, string>;

const good: Record<Sale["provider"], Means> = {
  test: { number: cards.good, expiry: "12 / 40", cvc: "123" },
  stripe: { token: "ctoken_ok" },
};

async function openSale(scene: Scene): Promise<Sale> {
  const { draw, tag } = scene;
  const { key, account, accountId, portfolioId } = await openShop(scene);
  const provider = draw.pick(["test", "stripe"] as const);
  const amountKg = draw.int(60, 2000);
  const { id } = await openSession({ account, portfolioId, amountKg, provider });
  const { session } = await booksOf(id);
  return {
    key,
    tag,
    accountId,
    sessionId: id,
    provider,
    priceCents: Number(session.priceUsdCents),
  };
}

async function submit(path: string, form: Means, headers: Means = {}): Promise<number> {
  const body = new URLSearchParams({ lang: "en", ...form });
  const request = new Request(`${ORIGIN}${path}`, {
    method: "POST",
    headers: { origin: ORIGIN, ...headers },
    body,
  });
  return (await serveForm(request)).status;
}

function pay({ sessionId }: Sale, means: Means): Promise<number> {
  const customer = { email: EMAIL, beneficiary: "Ada Lovelace" };
  return submit(`/checkout/${sessionId}/pay`, { ...customer, ...means });
}

async function viewOf({ sessionId }: Sale) {
  const { view } = await getCheckoutPage(systemContext(), { id: sessionId });
  return view;
}

function reconcile() {
  return asWorker((ctx) => reconcilePayments(ctx, { database: database() }));
}

/** What the provider's own books say of the session. */
async function moneyOf({ sessionId, provider }: Sale, world: Pick<World, "stripe">) {
  const charges =
    provider === "stripe"
      ? await world.stripe.chargesOf(sessionId)
      : (await booksOf(sessionId)).provider.flatMap((row) =>
          Array.from({ length: row.charges }, () => ({
            amountCents: Number(row.amountUsdCents),
            refundedCents: Number(row.refundedUsdCents),
          })),
        );
  return {
    charges: charges.length,
    takenCents: charges.reduce((sum, one) => sum + one.amountCents, 0),
    refundedCents: charges.reduce((sum, one) => sum + one.refundedCents, 0),
  };
}

/** What a paid session comes to; nothing else may come of one whose money was taken. */
async function judgePaid(sale: Sale, world: World): Promise<string[]> {
  const { session, payment, orders, mails } = await booksOf(sale.sessionId);
  const { priceCents } = sale;
  const money = { charges: 1, takenCents: priceCents, refundedCents: 0 };
  return [
    ...differs("the money", await moneyOf(sale, world), money),
    ...differs("the session's state", session.state, "complete"),
    ...differs("the payment's state", payment?.state, "paid"),
    ...differs(
      "the order",
      orders.map(({ id, state }) => [id, state]),
      [[session.orderId, "fulfilled"]],
    ),
    ...differs("the mails", mails.map(({ kind, state }) => `${kind} ${state}`).sort(), [
      "certificate sent",
      "receipt sent",
    ]),
  ];
}

async function judgeUnpaid(sale: Sale, world: World): Promise<string[]> {
  const { orders } = await booksOf(sale.sessionId);
  const money = { charges: 0, takenCents: 0, refundedCents: 0 };
  return [
    ...differs("the money", await moneyOf(sale, world), money),
    ...orders.filter(({ state }) => state !== "cancelled").map(({ id }) => `${id} is an order`),
  ];
}

/** Once the page said that it is paid, it stays so; no kg is sold that was not paid for. */
async function findUnpaid(sale: Sale, client: Client): Promise<string[]> {
  const { payment, session } = await booksOf(sale.sessionId);
  const wasPaid = client.acknowledged.has("paid");
  return wasPaid && (payment?.state !== "paid" || session.state !== "complete")
    ? [`the page said "paid", and the payment is ${payment?.state}`]
    : [];
}

interface Paying extends Sale {
  means: Means;
  /** The customer clicks twice at once. */
  isHasty: boolean;
}

function drawMeans({ draw }: Scene, provider: Sale["provider"]): Means {
  const { good: fine, declined, needsApproval: asks, paysLater, failsLater } = cards;
  const number = draw.pick([fine, fine, fine, declined, asks, paysLater, failsLater] as const);
  if (provider === "test") return { ...good.test, number };
  return {
    token: `ctoken_${draw.pick(["ok", "ok", "ok", "declined", "insufficient_funds"] as const)}`,
  };
}

const FAILS: readonly (string | undefined)[] = [
  cards.declined,
  cards.failsLater,
  "ctoken_declined",
  "ctoken_insufficient_funds",
];

function fails({ means }: Paying): boolean {
  return FAILS.includes(means["number"] ?? means["token"]);
}

const paying = flow<Paying>({
  name: "pay",
  async prepare(scene) {
    const sale = await openSale(scene);
    const means = drawMeans(scene, sale.provider);
    return { ...sale, means, isHasty: scene.draw.oneIn(3) };
  },
  async run(sale, client) {
    const { sessionId, means, isHasty } = sale;
    const view = await viewOf(sale);
    const click = () => pay(sale, means);
    if (view === "open") await Promise.all(isHasty ? [click(), click()] : [click()]);
    if (view === "confirm") await submit(`/checkout/${sessionId}/confirm`, { answer: "approve" });
    if ((await viewOf(sale)) === "paid") client.acknowledge("paid", { status: 200, text: "" });
  },
  // After an attempt that took no money, the page is open again: a good card's customer tries again.
  isOver: async (sale) => fails(sale) || (await booksOf(sale.sessionId)).session.state !== "open",
  findTorn: findUnpaid,
  async judge(sale, client, world) {
    const torn = await findUnpaid(sale, client);
    const found = await (fails(sale) ? judgeUnpaid : judgePaid)(sale, world);
    return [...torn, ...found];
  },
});

interface Settling extends Sale {
  isPaid: boolean;
  /** Stripe's message of it, which comes again with each run. */
  notice: { body: string; signature: string } | null;
}

/** Makes what was asked for due now, as time does. */
async function makeDue(sale: Sale): Promise<void> {
  const { sessionId: checkoutSessionId, accountId } = sale;
  const past = new Date(Date.now() - 1);
  const { prisma } = database();
  const where = { accountId, checkoutSessionId, askAt: { not: null } };
  await prisma.payment.updateMany({ where, data: { askAt: past } });
  const slow = { reference: checkoutSessionId, settlesAt: { not: null } };
  await prisma.testProviderPayment.updateMany({ where: slow, data: { settlesAt: past } });
}

const settling = flow<Settling>({
  name: "settle",
  async prepare(scene) {
    const { draw, world } = scene;
    const sale = await openSale(scene);
    const { sessionId, provider } = sale;
    const isPaid = !draw.oneIn(3);
    const later = isPaid ? cards.paysLater : cards.failsLater;
    const means =
      provider === "test" ? { ...good.test, number: later } : { token: "ctoken_processing" };
    await pay(sale, means);
    if (provider === "test") {
      await makeDue(sale);
      return { ...sale, isPaid, notice: null };
    }
    await world.stripe.settle(sessionId, isPaid);
    const type = isPaid ? "payment_intent.succeeded" : "payment_intent.payment_failed";
    return { ...sale, isPaid, notice: await world.stripe.notice(type, sessionId) };
  },
  async run({ notice }, client) {
    if (notice) {
      const { body, signature } = notice;
      const headers = { "stripe-signature": signature };
      const url = `${ORIGIN}/webhooks/stripe`;
      const { status } = await serveForm(new Request(url, { method: "POST", body, headers }));
      if (status === 200) client.acknowledge("notice", { status, text: "" });
    }
    if (!isDeadNow()) await reconcile();
  },
  async judge(sale, client, world) {
    const status = client.acknowledged.get("notice")?.status;
    return [
      ...(sale.notice ? differs("the notice's answer", status, 200) : []),
      ...(await (sale.isPaid ? judgePaid : judgeUnpaid)(sale, world)),
    ];
  },
});

interface Refunding extends Sale {
  orderId: string;
}

const refunding = flow<Refunding>({
  name: "refund",
  async prepare(scene) {
    const sale = await openSale(scene);
    // A payment on its way is given back when its money comes.
    const isLate = sale.provider === "test" && scene.draw.oneIn(2);
    const means = isLate ? { ...good.test, number: cards.paysLater } : good[sale.provider];
    await pay(sale, means);
    const { session } = await booksOf(sale.sessionId);
    if (session.orderId === null) throw new Error(`${sale.sessionId} was not paid`);
    if (isLate) await makeDue(sale);
    return { ...sale, orderId: session.orderId };
  },
  async run({ key, tag, orderId }, client) {
    await client.post("cancel", `/orders/${orderId}/cancel`, { key, tag });
    if (!isDeadNow()) await reconcile();
  },
  async judge(sale, client, world) {
    const { payment, orders, mails } = await booksOf(sale.sessionId);
    const { priceCents } = sale;
    const money = { charges: 1, takenCents: priceCents, refundedCents: priceCents };
    const sent = mails.map(({ kind, state }) => `${kind} ${state}`);
    return [
      ...differs("cancel's answer", client.acknowledged.get("cancel")?.status, 200),
      ...differs("the money", await moneyOf(sale, world), money),
      ...differs("the payment's state", payment?.state, "refunded"),
      ...differs(
        "the order's state",
        orders.map(({ state }) => state),
        ["cancelled"],
      ),
      ...(sent.includes("refund sent") ? [] : [`the mails are ${sent.join(", ")}`]),
    ];
  },
});

export const paymentFlows = [paying, settling, refunding];
