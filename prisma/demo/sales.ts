import { firstIdAt } from "#core/id";
import {
  createCheckoutSession,
  expireDueSessions,
  payCheckoutSession,
  requestRefund,
} from "#domain/checkout";
import { matchOrders } from "#domain/matching";
import { draftOrder, placeOrder as placeDraft } from "#domain/orders";
import { billing } from "#modules";
import { customers, reasons } from "./cast";
import { at, HOUR_MS, joined, type Story } from "./story";

/** Numbers that the test provider treats as cards; see the checkout page of a test session. */
const cards = {
  paid: "4242424242424242",
  declined: "4000000000000002",
  disputed: "4000000000000259",
} as const;

const portfolios = {
  balanced: "pf_sandbox_balanced",
  nature: "pf_sandbox_nature",
  durable: "pf_sandbox_durable",
} as const;

const later = (time: Date, ms: number) => new Date(time.getTime() + ms);

/** Most sales are of the balanced portfolio; null is the account's default. */
function drawPortfolio({ draws }: Story): string | null {
  const share = draws.next();
  if (share < 0.6) return null;
  return share < 0.88 ? portfolios.nature : portfolios.durable;
}

function drawSubaccount({ draws, subaccountIds }: Story): string | null {
  // Squared, so that the first shops sell more than the last.
  return subaccountIds[Math.floor(draws.next() ** 2 * (subaccountIds.length + 1))] ?? null;
}

/** Someone else is matching orders: the step is repeated. */
export class StockIsBusy extends Error {}

/** Visitors' orders, which came after the demo's past, are left to the worker. */
async function matchAt(story: Story, now: Date): Promise<void> {
  const untilId = firstIdAt("order", story.ctx.now);
  const database = joined(story.ctx.db);
  const { matched, waiting } = await matchOrders(at(story, now), { database, untilId });
  if (matched + waiting === 0) throw new StockIsBusy();
}

interface Order {
  time: Date;
  /** Called when the order's state changes; not checked, which would look up its host. */
  callbackUrl?: string;
  /** False to leave it placed. */
  isMatched?: boolean;
}

/** Places an order as the API does. Returns its id. */
export async function placeOrder(story: Story, order: Order): Promise<string> {
  const { draws } = story;
  const ctx = at(story, order.time);
  const name = draws.isTrue(0.35) ? draws.pick(customers) : null;
  const draft = await draftOrder(ctx, {
    amount_kg: draws.magnitude(15, 4000),
    portfolio_id: drawPortfolio(story),
    description: draws.isTrue(0.7) ? draws.pick(reasons) : null,
    beneficiary: name === null ? null : { name, message: null, url: null },
    subaccountId: drawSubaccount(story),
  });
  const { callbackUrl = null } = order;
  const { id } = await placeDraft(ctx, {
    order: { ...draft, callbackUrl },
    charge: billing.charge,
  });
  if (order.isMatched ?? true) {
    await matchAt(story, later(order.time, draws.integer(1, 40) * 1000));
  }
  return id;
}

interface Checkout {
  time: Date;
  /** Null: the customer leaves without paying. */
  card: keyof typeof cards | null;
}

/** Opens a checkout session, and pays it some minutes later. Returns its id. */
export async function openCheckout(story: Story, { time, card }: Checkout): Promise<string> {
  const { draws } = story;
  const { id } = await createCheckoutSession(at(story, time), {
    amount_kg: draws.magnitude(20, 900),
    portfolio_id: drawPortfolio(story),
    success_url: "https://shop.example/thanks",
    cancel_url: "https://shop.example/basket",
    description: null,
    beneficiary: null,
    subaccountId: drawSubaccount(story),
    callbackUrl: null,
    customerEmail: null,
  });
  if (card === null) return id;
  const paidAt = later(time, draws.integer(40, 600) * 1000);
  const name = draws.pick(customers);
  const email = `${name.split(" ")[0]?.normalize("NFD").replace(/\W/g, "").toLowerCase()}@mail.example`;
  await payCheckoutSession(at(story, paidAt), {
    database: joined(story.ctx.db),
    sessionId: id,
    customer: { email, beneficiary: { name, message: null, url: null }, language: "en" },
    source: { type: "card", number: cards[card], expiryMonth: 12, expiryYear: 2040, cvc: "123" },
  });
  if (card !== "declined") await matchAt(story, later(paidAt, 2000));
  return id;
}

/** Refunds the session's payment two days later; null is all of it. */
export function refund(story: Story, sale: { id: string; time: Date; amount: number | null }) {
  const { id, time, amount } = sale;
  const ctx = at(story, later(time, 49 * HOUR_MS));
  return requestRefund(ctx, { id, amount, reason: "Ordered twice" });
}

/** Ends the sessions that were not paid in time. */
export const expireSessions = (story: Story, now: Date) =>
  expireDueSessions(at(story, now), { limit: 1000 });
