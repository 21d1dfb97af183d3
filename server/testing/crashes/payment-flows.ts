// Payment flows: a session is paid, a slow payment settles, an order is refunded.
import { getCheckoutPage } from "#domain/checkout";
import { booksOf, cards, makeDue, openSession } from "#testing/checkout";
import type { Client } from "#testing/crashes/client";
import { difference, differences, type FlowContext, flow } from "#testing/crashes/flow";
import type { World } from "#testing/crashes/lifetime";
import { inTurn } from "#testing/crashes/lifetime";
import { openShop, type Shop } from "#testing/crashes/order-flows";
import { systemContext } from "#testing/factories";
import { type Fields, sendNotice, submitForm } from "#testing/world/forms";
import { reconcileNow } from "#testing/world/turns";

const EMAIL = "ada@example.com";

export interface Sale {
  key: string;
  tag: string;
  accountId: string;
  sessionId: string;
  provider: "test" | "stripe";
  price: number;
}

/** Form fields of a payment: a card of the test provider, or a Stripe token. */
export const goodMethods: Record<Sale["provider"], Fields> = {
  test: { number: cards.good, expiry: "12 / 40", cvc: "123" },
  stripe: { token: "ctoken_ok" },
};

/** Opens a session, by default of a shop that runs share. */
export async function openSale(scene: FlowContext, ownShop?: Shop): Promise<Sale> {
  const { draw, tag } = scene;
  const { key, account, accountId, portfolioId } = ownShop ?? (await openShop(scene));
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
    price: Number(session.price),
  };
}

export function pay({ sessionId }: Sale, method: Fields): Promise<number> {
  const customer = { email: EMAIL, beneficiary: "Ada Lovelace" };
  return submitForm(`/checkout/${sessionId}/pay`, { ...customer, ...method });
}

async function viewOf({ sessionId }: Sale) {
  const { view } = await getCheckoutPage(systemContext(), { id: sessionId });
  return view;
}

/** Charges in the provider's own records. */
export async function moneyOf({ sessionId, provider }: Sale, world: Pick<World, "bank">) {
  const charges =
    provider === "stripe"
      ? (await world.bank.charges()).filter(({ reference }) => reference === sessionId)
      : (await booksOf(sessionId)).provider.flatMap((row) =>
          Array.from({ length: row.charges }, () => ({
            amount: Number(row.amount),
            refunded: Number(row.refunded),
          })),
        );
  return {
    charges: charges.length,
    takenAmount: charges.reduce((sum, one) => sum + one.amount, 0),
    refunded: charges.reduce((sum, one) => sum + one.refunded, 0),
  };
}

/** Expected result of a paid session, and of no other one. */
async function judgePaid(sale: Sale, world: World): Promise<string[]> {
  const { session, payment, orders, mails } = await booksOf(sale.sessionId);
  const { price } = sale;
  const money = { charges: 1, takenAmount: price, refunded: 0 };
  return differences({
    "the money": [await moneyOf(sale, world), money],
    "the session's state": [session.state, "complete"],
    "the payment's state": [payment?.state, "paid"],
    "the order": [orders.map(({ id, state }) => [id, state]), [[session.orderId, "fulfilled"]]],
    "the mails": [
      mails.map(({ kind, state }) => `${kind} ${state}`).sort(),
      ["certificate sent", "receipt sent"],
    ],
  });
}

async function judgeUnpaid(sale: Sale, world: World): Promise<string[]> {
  const { orders } = await booksOf(sale.sessionId);
  const money = { charges: 0, takenAmount: 0, refunded: 0 };
  return [
    ...differences({ "the money": [await moneyOf(sale, world), money] }),
    ...orders
      .filter(({ state }) => state !== "cancelled")
      .map(({ id }) => `${id} must not be an order`),
  ];
}

/** Checks that a session shown as paid stays paid. */
async function findUnpaid(sale: Sale, client: Client): Promise<string[]> {
  const { payment, session } = await booksOf(sale.sessionId);
  const wasPaid = client.acknowledged.has("paid");
  return wasPaid && (payment?.state !== "paid" || session.state !== "complete")
    ? [`the page showed "paid", but the payment is ${payment?.state}`]
    : [];
}

interface Paying extends Sale {
  method: Fields;
  /** The customer clicks twice at once. */
  isDoubled: boolean;
}

function drawMethod({ draw }: FlowContext, provider: Sale["provider"]): Fields {
  const { good, declined, needsApproval, paysLater, failsLater } = cards;
  const number = draw.pick([
    good,
    good,
    good,
    declined,
    needsApproval,
    paysLater,
    failsLater,
  ] as const);
  if (provider === "test") return { ...goodMethods.test, number };
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

function fails({ method }: Paying): boolean {
  return FAILS.includes(method["number"] ?? method["token"]);
}

const paying = flow<Paying>({
  name: "pay",
  async prepare(scene) {
    const sale = await openSale(scene);
    const method = drawMethod(scene, sale.provider);
    return { ...sale, method, isDoubled: scene.draw.oneIn(3) };
  },
  isConcurrent: ({ isDoubled }) => isDoubled,
  async run(sale, client) {
    const { sessionId, method, isDoubled } = sale;
    const view = await viewOf(sale);
    const click = () => pay(sale, method);
    if (view === "open") await Promise.all(isDoubled ? [click(), click()] : [click()]);
    if (view === "confirm")
      await submitForm(`/checkout/${sessionId}/confirm`, { decision: "approve" });
    if ((await viewOf(sale)) === "paid") client.acknowledge("paid", { status: 200, text: "" });
  },
  // After a failed attempt the session is open again, and a customer with a good card tries again.
  isOver: async (sale) => fails(sale) || (await booksOf(sale.sessionId)).session.state !== "open",
  findEarlyFaults: findUnpaid,
  async judge(sale, client, world) {
    const early = await findUnpaid(sale, client);
    const moneyFaults = await (fails(sale) ? judgeUnpaid : judgePaid)(sale, world);
    return [...early, ...moneyFaults];
  },
});

const settling = flow({
  name: "settle",
  async prepare(scene) {
    const { draw, world } = scene;
    const sale = await openSale(scene);
    const { sessionId, provider } = sale;
    const isPaid = !draw.oneIn(3);
    const later = isPaid ? cards.paysLater : cards.failsLater;
    const method =
      provider === "test" ? { ...goodMethods.test, number: later } : { token: "ctoken_processing" };
    await pay(sale, method);
    if (provider === "test") {
      await makeDue(sale.sessionId);
      return { ...sale, isPaid, notice: null };
    }
    await world.bank.settle(sessionId, isPaid);
    const type = isPaid ? "payment_intent.succeeded" : "payment_intent.payment_failed";
    return { ...sale, isPaid, notice: await world.bank.notice(type, sessionId) };
  },
  async run({ notice }, client) {
    if (notice) {
      const status = await sendNotice(notice);
      if (status === 200) client.acknowledge("notice", { status, text: "" });
    }
    await inTurn(reconcileNow);
  },
  async judge(sale, client, world) {
    const status = client.statusOf("notice");
    return [
      ...(sale.notice ? difference("the notice's response", status, 200) : []),
      ...(await (sale.isPaid ? judgePaid : judgeUnpaid)(sale, world)),
    ];
  },
});

const refunding = flow({
  name: "refund",
  async prepare(scene) {
    const sale = await openSale(scene);
    // A payment in progress is refunded once its money has arrived.
    const isLate = sale.provider === "test" && scene.draw.oneIn(2);
    const method = isLate
      ? { ...goodMethods.test, number: cards.paysLater }
      : goodMethods[sale.provider];
    await pay(sale, method);
    const { session } = await booksOf(sale.sessionId);
    if (session.orderId === null) throw new Error(`${sale.sessionId} was not paid`);
    if (isLate) await makeDue(sale.sessionId);
    return { ...sale, orderId: session.orderId };
  },
  async run({ key, tag, orderId }, client) {
    const cancel = () => client.post("cancel", `/orders/${orderId}/cancel`, { key, tag });
    await inTurn(cancel, reconcileNow);
  },
  async judge(sale, client, world) {
    const { payment, orders, mails } = await booksOf(sale.sessionId);
    const { price } = sale;
    const money = { charges: 1, takenAmount: price, refunded: price };
    const sent = mails.map(({ kind, state }) => `${kind} ${state}`);
    return [
      ...differences({
        "the response to cancel": [client.statusOf("cancel"), 200],
        "the money": [await moneyOf(sale, world), money],
        "the payment's state": [payment?.state, "refunded"],
        "the order's state": [orders.map(({ state }) => state), ["cancelled"]],
      }),
      ...(sent.includes("refund sent") ? [] : [`the mails are ${sent.join(", ")}`]),
    ];
  },
});

export const paymentFlows = [paying, settling, refunding];
