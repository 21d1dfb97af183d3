// The model's state of a till, as plain data that can be cloned and compared.

/** A category's projects, with weights, and its prices per kilogram. */
export interface Category {
  id: string;
  apiPrice: number;
  checkoutPrice: number;
  projects: { id: string; weight: number }[];
}
export interface Portfolio {
  id: string;
  parts: { categoryId: string; millionths: number }[];
}

/** A lot with one serial per tonne. Kilograms are sold from its start, in order. */
export interface Lot {
  id: string;
  projectId: string;
  vintage: number;
  first: number;
  last: number;
  /** Import time in ms: within a vintage, the lot that arrived first is sold first. */
  arrived: number;
  soldKg: number;
  state: "on_sale" | "stopped" | "removed";
  /** The imported lot that this one was cut off from, or the lot itself. */
  root: { id: string; first: number; last: number };
}

/** Kilograms of a lot that belong to an order, irrevocably. */
export interface Part {
  lotId: string;
  startKg: number;
  endKg: number;
}

export interface Order {
  id: string;
  account: number;
  subaccountId: string | null;
  portfolioId: string;
  amountKg: number;
  price: number;
  state: "placed" | "fulfilled" | "cancelled";
  sessionId: string | null;
  /** True while the customer's payment is in progress; the order may not be matched yet. */
  awaitsMoney: boolean;
  hasCallback: boolean;
  parts: Part[];
}

export type Dispute = "none" | "open" | "won" | "lost";

/** A customer's payment, as the till knows it and as it is at the bank. */
export interface Payment {
  state:
    | "open"
    | "confirming"
    | "requires_action"
    | "processing"
    | "paid"
    | "disputed"
    | "refunding"
    | "refunded"
    | "charged_back"
    | "failed";
  bank: "none" | "open" | "requires_action" | "processing" | "paid" | "cancelled";
  /** Sum of the refunds that the bank has made, and of those that the till knows. */
  bankRefunded: number;
  refunded: number;
  /** Amounts of refunds that the till has yet to request, oldest first. */
  pendingRefunds: number[];
  /** A dispute at the bank, and as the till knows it. */
  bankDispute: Dispute;
  dispute: Dispute;
  /** The bank gave a reason for the last failed attempt. */
  hasReason: boolean;
  /** Polls left for an attempt whose response was lost; it may still reach the bank. */
  pollsLeft: number;
  /** The bank sent a webhook that has not been followed up. */
  isNoticed: boolean;
  attempts: number;
}

/** Stock held for a session's payment, until its order is fulfilled or the payment ends. */
export interface Hold {
  /** Holds that were made later give way first. */
  number: number;
  parts: { projectId: string; kg: number }[];
}

export interface Session {
  id: string;
  account: number;
  subaccountId: string | null;
  portfolioId: string;
  amountKg: number;
  price: number;
  state: "open" | "complete" | "expired";
  /** Its 24 hours have passed. */
  isOverdue: boolean;
  hasCallback: boolean;
  payment: Payment | null;
  /** Number of times the customer returned from the bank. */
  returns: number;
  orderId: string | null;
  hold: Hold | null;
}

/** An order has at most one event, since its state changes once. */
export interface Event {
  account: number;
  orderId: string;
  type: "order.fulfilled" | "order.cancelled";
  delivery: "none" | "pending" | "delivered" | "failed";
  /** Failed attempts since it became due. */
  failures: number;
  /** Attempts in all. */
  attempts: number;
  /** An attempt is in progress, and its outcome will count. */
  isClaimed: boolean;
}

export interface Subaccount {
  id: string;
  account: number;
  portfolioId: string | null;
}

/** First response for an idempotency key, which a repeated request gets again. */
export interface StoredResponse {
  account: number;
  key: string;
  request: string;
  status: number;
  text: string;
}

/** Serials that an operator may dismiss by putting their lot back on sale. */
export interface NamedSerials {
  first: number;
  last: number;
  isDismissed: boolean;
}

export interface Till {
  categories: Category[];
  portfolios: Portfolio[];
  lots: Lot[];
  orders: Order[];
  sessions: Session[];
  events: Event[];
  subaccounts: Subaccount[];
  keys: StoredResponse[];
  /** Received webhooks: a repeated one changes nothing. */
  notices: string[];
  /** Serials that a registry listed as retired. */
  named: NamedSerials[];
  /** Attempts to pay between the till and the bank. */
  inProgress: string[];
  nextSerial: number;
  nextHold: number;
}

/** The till can't have responded like this in this state. */
export class Impossible extends Error {
  override name = "Impossible";
}

export function ensure(isPossible: boolean, reason: string): asserts isPossible {
  if (!isPossible) throw new Impossible(reason);
}

/** Returns the requested portfolio, the subaccount's default, or the catalogue's first one. */
export function portfolioFor(
  till: Till,
  input: { requested: string | null; subaccountId: string | null },
) {
  const own = till.subaccounts.find(({ id }) => id === input.subaccountId)?.portfolioId;
  const id = input.requested ?? own ?? till.portfolios[0]?.id;
  const portfolio = till.portfolios.find((it) => it.id === id);
  if (!portfolio) throw new Error(`the model has no portfolio ${id}`);
  return portfolio;
}

/** Cents per tonne: the weighted sum of the categories' prices, rounded up. */
export function pricePerTonne(
  till: Till,
  portfolio: Portfolio,
  channel: "api" | "checkout",
): number {
  const millionths = portfolio.parts.reduce((sum, part) => {
    const category = till.categories.find(({ id }) => id === part.categoryId);
    const amount = channel === "api" ? category?.apiPrice : category?.checkoutPrice;
    return sum + part.millionths * (amount ?? 0);
  }, 0);
  return Math.ceil(millionths / 1_000_000);
}

export function priceOf(amountKg: number, pricePerTonne: number): number {
  return Math.ceil((amountKg * pricePerTonne) / 1000);
}

/** Returns true during an attempt to pay: no other one can start, and the session can't expire. */
export function isPaying({ payment }: Session): boolean {
  return payment?.state === "confirming" || payment?.state === "requires_action";
}

/** Sum of the refunds that the till has yet to request. */
export function pendingIn({ pendingRefunds }: Payment): number {
  return pendingRefunds.reduce((sum, amount) => sum + amount, 0);
}

/** State as shown to everyone, even before the expiry job has recorded it. */
export function visibleState(session: Session): Session["state"] {
  const isOver = session.state === "open" && session.isOverdue && !isPaying(session);
  return isOver ? "expired" : session.state;
}

/** Settles a waiting order and adds its event. */
export function settleOrder(till: Till, order: Order, state: "fulfilled" | "cancelled"): void {
  order.state = state;
  till.events.push({
    account: order.account,
    orderId: order.id,
    type: `order.${state}`,
    delivery: order.hasCallback ? "pending" : "none",
    failures: 0,
    attempts: 0,
    isClaimed: false,
  });
}
