// A till in miniature: what an installation must hold, as plain data that can be cloned and compared.

/** How the catalogue shares out an order and what a kilogram costs. */
export interface Category {
  id: string;
  apiCents: number;
  checkoutCents: number;
  projects: { id: string; weight: number }[];
}
export interface Portfolio {
  id: string;
  parts: { categoryId: string; millionths: number }[];
}

/** A lot's tonnes are its serials, first to last. Kilograms are sold from its start, in order. */
export interface Lot {
  id: string;
  projectId: string;
  vintage: number;
  first: number;
  last: number;
  /** When it was imported, in ms: of one vintage, the lot that arrived first is sold first. */
  arrived: number;
  soldKg: number;
  state: "on_sale" | "stopped" | "removed";
}

/** Kilograms of a lot that belong to an order, for good. */
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
  priceCents: number;
  state: "placed" | "fulfilled" | "cancelled";
  sessionId: string | null;
  /** It may not be matched yet: its customer's money is on the way. */
  awaitsMoney: boolean;
  hasCallback: boolean;
  parts: Part[];
}

/** What the till knows of a customer's money, and how it really stands at the bank. */
export interface Payment {
  state:
    | "open"
    | "confirming"
    | "requires_action"
    | "processing"
    | "paid"
    | "refunding"
    | "refunded"
    | "failed";
  bank: "none" | "open" | "requires_action" | "processing" | "paid" | "cancelled";
  /** The bank has given all of it back. */
  isReturned: boolean;
  /** The bank said why the last attempt took no money. */
  hasReason: boolean;
  /** Times to ask about an attempt whose answer was lost; it may still arrive at the bank. */
  questionsLeft: number;
  /** The bank sent a message that has not been followed up. */
  isNoticed: boolean;
  attempts: number;
}

export interface Session {
  id: string;
  account: number;
  subaccountId: string | null;
  portfolioId: string;
  amountKg: number;
  priceCents: number;
  state: "open" | "complete" | "expired";
  /** Its 24 hours are over. */
  isOverdue: boolean;
  hasCallback: boolean;
  payment: Payment | null;
  /** How often its customer came back from the bank. */
  returns: number;
  orderId: string | null;
}

/** An order has one event at most, since it changes its state once. */
export interface Event {
  account: number;
  orderId: string;
  type: "order.fulfilled" | "order.cancelled";
  delivery: "none" | "pending" | "delivered" | "failed";
  /** Since it became due. */
  failures: number;
  /** How often it was sent. */
  attempts: number;
  /** An attempt is under way, and its outcome will count. */
  isClaimed: boolean;
}

export interface Subaccount {
  id: string;
  account: number;
  portfolioId: string | null;
}

/** The first answer to an idempotency key, which a repeated request gets again. */
export interface StoredResponse {
  account: number;
  key: string;
  request: string;
  status: number;
  text: string;
}

/** An operator dismisses them by putting a lot back on sale that is still to sell some of them. */
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
  /** Messages of the bank that were received: a repeated one changes nothing. */
  notices: string[];
  /** Serials that a registry named as retired. */
  named: NamedSerials[];
  /** Attempts to pay that are between the till and the bank. */
  inHand: string[];
  nextSerial: number;
}

/** The till cannot have answered so in this state. */
export class Impossible extends Error {
  override name = "Impossible";
}

export function ensure(isPossible: boolean, reason: string): asserts isPossible {
  if (!isPossible) throw new Impossible(reason);
}

/** The default of every account: the catalogue's first portfolio. */
export function portfolioFor(
  till: Till,
  input: { asked: string | null; subaccountId: string | null },
) {
  const own = till.subaccounts.find(({ id }) => id === input.subaccountId)?.portfolioId;
  const id = input.asked ?? own ?? till.portfolios[0]?.id;
  const found = till.portfolios.find((it) => it.id === id);
  if (!found) throw new Error(`the model has no portfolio ${id}`);
  return found;
}

/** Cents per kg: the weighted sum of the categories' prices, rounded up. */
export function pricePerKg(till: Till, portfolio: Portfolio, channel: "api" | "checkout"): number {
  const millionths = portfolio.parts.reduce((sum, part) => {
    const category = till.categories.find(({ id }) => id === part.categoryId);
    const cents = channel === "api" ? category?.apiCents : category?.checkoutCents;
    return sum + part.millionths * (cents ?? 0);
  }, 0);
  return Math.ceil(millionths / 1_000_000);
}

/** Whether somebody is paying: nobody else can pay or expire the session meanwhile. */
export function isPaying({ payment }: Session): boolean {
  return payment?.state === "confirming" || payment?.state === "requires_action";
}

/** A session's state as everybody sees it, also before the expiry job has recorded it. */
export function visibleState(session: Session): Session["state"] {
  const isOver = session.state === "open" && session.isOverdue && !isPaying(session);
  return isOver ? "expired" : session.state;
}

/** Ends an order's waiting, and tells the account. */
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
