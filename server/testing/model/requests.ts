// Actions of an account's own software through the API: orders, sessions, subaccounts.
import type { ApiResponse } from "#testing/api";
import type { Action, Facts, Step } from "./explain";
import { covers } from "./holds";
import { onCancellation } from "./money";
import {
  ensure,
  isPaying,
  portfolioFor,
  priceOf,
  pricePerTonne,
  settleOrder,
  type Till,
  visibleState,
} from "./till";
import { callAs, type World } from "./world";

/** Random numbers for an action; each action uses some of them. */
export interface Draw {
  who: number;
  what: number;
  how: number;
  size: number;
}

export function pick<Item>(list: readonly Item[], drawn: number): Item | undefined {
  return list[drawn % list.length];
}

export const isOneIn = (n: number, drawn: number) => drawn % n === n - 1;

export interface Write {
  account: number;
  method: "POST" | "PUT" | "DELETE";
  path: string;
  body?: Record<string, unknown>;
  subaccountId?: string | null;
  key?: string | null;
}

export function status(response: ApiResponse, expected: number, code?: string): void {
  const is = response.status === expected && (code === undefined || response.json?.code === code);
  ensure(
    is,
    `the response must be ${expected} ${code ?? ""}, not ${response.status} ${response.text}`,
  );
}

type Effect = (till: Till, response: ApiResponse, facts: Facts) => void;

/** Step of a request that may carry an idempotency key: its effect happens once. */
function once(request: Write, effect: Effect): Step {
  const { account, key, ...requested } = request;
  const text = JSON.stringify(requested);
  return (till, facts) => {
    const { response } = facts;
    ensure(response !== null, "a request gets a response");
    const stored = till.keys.find((it) => key && it.account === account && it.key === key);
    const isReplay = response.headers.has("x-idempotent-replay");
    if (facts.isAtOnce && response.json?.code === "idempotency-concurrent-requests") return;
    ensure(isReplay === (stored?.request === text), `${key} was replayed or not, wrongly`);
    if (stored && stored.request !== text) {
      status(response, 422, "idempotency-changed-payload");
    } else if (stored) {
      ensure(response.text === stored.text, `${key} got a different response than the first time`);
      status(response, stored.status);
    } else {
      effect(till, response, facts);
      if (!key || response.status >= 300) return;
      till.keys.push({ account, key, request: text, status: response.status, text: response.text });
    }
  };
}

export function write(title: string, request: Write, effect: Effect): Action {
  const { account, method, path, body, subaccountId, key } = request;
  const extra = [body && JSON.stringify(body), subaccountId && `for ${subaccountId}`, key];
  return {
    title: `${"AB"[account]} ${title}: ${method} ${path} ${extra.filter(Boolean).join(" ")}`,
    run: (world) => callAs(world, { ...request, ...(body && { body: withCallback(world, body) }) }),
    lanes: [[once(request, effect)]],
  };
}

/** Fills in the receiver's URL, which the model does not know. */
function withCallback({ receiver }: World, body: Record<string, unknown>) {
  return "notification_config" in body
    ? { ...body, notification_config: { url: receiver.url } }
    : body;
}

const KEYS = ["key-1", "key-2", "key-3"];
/** Small amounts, and amounts of which a few exceed the stock. */
const AMOUNTS = [1, 10, 60, 217, 333, 700, 999, 1000, 1001, 1500, 2000, 2500, 3000, 7000];

/** Account, subaccount, portfolio and amount of an order or a session. */
function saleOf(till: Till, { who, what, how, size }: Draw) {
  const account = who % 2;
  // Sometimes the other account's subaccount, which must be rejected.
  const subaccount = isOneIn(3, what) ? pick(till.subaccounts, how) : undefined;
  const requested = isOneIn(4, how) ? null : (pick(till.portfolios, how)?.id ?? null);
  const amountKg = pick(AMOUNTS, size) ?? 1;
  const hasCallback = what % 2 === 0;
  const subaccountId = subaccount?.id ?? null;
  const body = {
    ...(requested && { portfolio_id: requested }),
    ...(hasCallback && { notification_config: {} }),
  };
  return { account, subaccountId, requested, amountKg, hasCallback, body };
}

/** Returns true if the subaccount is not the account's own. */
function isForeign(till: Till, sale: { account: number; subaccountId: string | null }): boolean {
  const own = till.subaccounts.find(({ id }) => id === sale.subaccountId);
  return sale.subaccountId !== null && own?.account !== sale.account;
}

export function place(till: Till, draw: Draw): Action {
  const sale = saleOf(till, draw);
  const { account, subaccountId, hasCallback } = sale;
  const isBudget = isOneIn(3, draw.who);
  const body = {
    ...sale.body,
    ...(isBudget ? { total_price_usd_cents: sale.amountKg } : { amount_kg: sale.amountKg }),
  };
  const key = isOneIn(3, draw.what + draw.how) ? (pick(KEYS, draw.size) ?? null) : null;
  const request: Write = { account, method: "POST", path: "/orders", body, subaccountId, key };
  return write("places an order", request, (now, response) => {
    if (isForeign(now, sale)) return status(response, 400, "invalid-subaccount");
    const portfolio = portfolioFor(now, sale);
    const amount = pricePerTonne(now, portfolio, "api");
    const amountKg = isBudget ? Math.floor((sale.amountKg * 1000) / amount) : sale.amountKg;
    if (amountKg < 1) return status(response, 400, "invalid-parameters");
    status(response, 201);
    const { id, state, amount_kg, price_usd_cents } = response.json;
    const price = priceOf(amountKg, amount);
    const isRight = state === "placed" && amount_kg === amountKg && price_usd_cents === price;
    ensure(isRight, `the order must be for ${amountKg} kg for ${price} cents: ${response.text}`);
    now.orders.push({
      ...{ id, account, subaccountId, portfolioId: portfolio.id, amountKg, price },
      ...{ state: "placed", sessionId: null, awaitsMoney: false, hasCallback, parts: [] },
    });
  });
}

export function quote(till: Till, draw: Draw): Action {
  const { account, requested, amountKg } = saleOf(till, draw);
  const source = isOneIn(2, draw.what) ? "checkout" : "api";
  const body = { amount_kg: amountKg, source, ...(requested && { portfolio_id: requested }) };
  const request: Write = { account, method: "POST", path: "/quotes", body };
  return write("requests a quote", request, (now, response) => {
    const portfolio = portfolioFor(now, { requested, subaccountId: null });
    const amount = pricePerTonne(now, portfolio, source);
    status(response, 200);
    const expected = JSON.stringify({
      amount_kg: amountKg,
      price_usd_cents: priceOf(amountKg, amount),
    });
    ensure(response.text === expected, `the quote must be ${expected}: ${response.text}`);
  });
}

type Owned = { account: number };

/** The account that acts on an object; sometimes the one that must not see it. */
const actorOn = ({ account }: Owned, { who }: Draw) => (isOneIn(8, who) ? 1 - account : account);

/** A request about an object, which only its account may see. */
export function writeOn(
  title: string,
  { target, draw, ...request }: Omit<Write, "account"> & { target: Owned; draw: Draw },
  effect: Effect,
): Action {
  const account = actorOn(target, draw);
  return write(title, { account, ...request }, (now, response, facts) => {
    if (account !== target.account) return status(response, 404, "not-found");
    effect(now, response, facts);
  });
}

export function cancel(till: Till, draw: Draw): Action | null {
  const target = pick(till.orders, draw.what);
  if (!target) return null;
  const key = isOneIn(4, draw.how) ? (pick(KEYS, draw.size) ?? null) : null;
  const path = `/orders/${target.id}/cancel`;
  return writeOn("cancels", { target, draw, method: "POST", path, key }, (now, response) => {
    const order = now.orders.find(({ id }) => id === target.id);
    if (order?.state !== "placed") return status(response, 409, "conflict");
    status(response, 200);
    ensure(response.json.state === "cancelled", `it must be cancelled: ${response.text}`);
    settleOrder(now, order, "cancelled");
    const session = now.sessions.find(({ orderId }) => orderId === order.id);
    if (session) onCancellation(session);
  });
}

const MIN_AMOUNT = 50;

export function openSession(till: Till, draw: Draw): Action {
  const sale = saleOf(till, draw);
  const { account, subaccountId, amountKg, hasCallback } = sale;
  const body = {
    ...{ ...sale.body, amount_kg: amountKg },
    success_url: "https://shop.example/thanks",
    cancel_url: "https://shop.example/basket",
  };
  const key = isOneIn(5, draw.how) ? (pick(KEYS, draw.size) ?? null) : null;
  const path = "/checkout/sessions";
  const request: Write = { account, method: "POST", path, body, subaccountId, key };
  return write("opens a session", request, (now, response) => {
    if (isForeign(now, sale)) return status(response, 400, "invalid-subaccount");
    const portfolio = portfolioFor(now, sale);
    const price = priceOf(amountKg, pricePerTonne(now, portfolio, "checkout"));
    if (price < MIN_AMOUNT) return status(response, 400, "invalid-parameters");
    if (!covers(now, portfolio, amountKg)) return status(response, 409, "insufficient-stock");
    status(response, 201);
    const { id } = response.json;
    now.sessions.push({
      ...{ id, account, subaccountId, portfolioId: portfolio.id, amountKg, price },
      ...{ state: "open", isOverdue: false, hasCallback, payment: null, returns: 0, orderId: null },
      hold: null,
    });
  });
}

export function expire(till: Till, draw: Draw): Action | null {
  const target = pick(till.sessions, draw.what);
  if (!target) return null;
  const path = `/checkout/sessions/${target.id}/expire`;
  return writeOn("expires", { target, draw, method: "POST", path }, (now, response) => {
    const session = now.sessions.find(({ id }) => id === target.id);
    const mayExpire = session && visibleState(session) === "open" && !isPaying(session);
    if (!mayExpire) return status(response, 409, "conflict");
    status(response, 200);
    session.state = "expired";
    session.hold = null;
  });
}

/** Redelivers an event, whatever its state. */
export function redeliver(till: Till, draw: Draw): Action | null {
  const target = pick(till.events, draw.what);
  if (!target) return null;
  const account = actorOn(target, draw);
  const step: Step = (now, { response }) => {
    ensure(response !== null, "a request gets a response");
    if (account !== target.account) return status(response, 404, "not-found");
    const event = now.events.find(({ orderId }) => orderId === target.orderId);
    if (!event || event.delivery === "none") return status(response, 409, "conflict");
    status(response, 200);
    Object.assign(event, { delivery: "pending", failures: 0, isClaimed: false });
  };
  return {
    title: `${"AB"[account]} redelivers the event of ${target.orderId}`,
    run: (world) => {
      const id = world.eventIds.get(target.orderId);
      return callAs(world, { account, method: "POST", path: `/events/${id}/redeliver` });
    },
    lanes: [[step]],
  };
}
