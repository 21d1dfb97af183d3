// What an account's own software does: orders, sessions, subaccounts, through the API.
import type { ApiResponse } from "#testing/api";
import type { Action, Facts, Step } from "./explain";
import { onCancellation } from "./money";
import { covers } from "./stock";
import {
  ensure,
  isPaying,
  portfolioFor,
  pricePerKg,
  settleOrder,
  type Till,
  visibleState,
} from "./till";
import { ask, type World } from "./world";

/** What chance drew for an action: each use takes what it needs of these. */
export interface Draw {
  who: number;
  what: number;
  how: number;
  size: number;
}

export function pick<Item>(list: readonly Item[], drawn: number): Item | undefined {
  return list[drawn % list.length];
}

const isOneIn = (n: number, drawn: number) => drawn % n === n - 1;

interface Write {
  account: number;
  method: "POST" | "PUT" | "DELETE";
  path: string;
  body?: Record<string, unknown>;
  subaccountId?: string | null;
  /** An idempotency key. */
  key?: string | null;
}

function status(answer: ApiResponse, expected: number, code?: string): void {
  const is = answer.status === expected && (code === undefined || answer.json?.code === code);
  ensure(is, `the answer must be ${expected} ${code ?? ""}, not ${answer.status} ${answer.text}`);
}

type Effect = (till: Till, answer: ApiResponse, facts: Facts) => void;

/** The step of a request that may carry an idempotency key: its effect comes once. */
function once(request: Write, effect: Effect): Step {
  const { account, key, ...asked } = request;
  const text = JSON.stringify(asked);
  return (till, facts) => {
    const { answer } = facts;
    ensure(answer !== null, "a request has an answer");
    const kept = till.keys.find((it) => key && it.account === account && it.key === key);
    const isReplay = answer.headers.has("x-idempotent-replay");
    if (facts.isAtOnce && answer.json?.code === "idempotency-concurrent-requests") return;
    ensure(isReplay === (kept?.request === text), `${key} was answered as it should not be`);
    if (kept && kept.request !== text) {
      status(answer, 422, "idempotency-changed-payload");
    } else if (kept) {
      ensure(answer.text === kept.text, `${key} got another answer than at first`);
      status(answer, kept.status);
    } else {
      effect(till, answer, facts);
      if (!key || answer.status >= 300) return;
      till.keys.push({ account, key, request: text, status: answer.status, text: answer.text });
    }
  };
}

function write(title: string, request: Write, effect: Effect): Action {
  const { account, method, path, body, subaccountId, key } = request;
  const extra = [body && JSON.stringify(body), subaccountId && `for ${subaccountId}`, key];
  return {
    title: `${"AB"[account]} ${title}: ${method} ${path} ${extra.filter(Boolean).join(" ")}`,
    run: (world) => ask(world, { ...request, ...(body && { body: withCallback(world, body) }) }),
    lanes: [[once(request, effect)]],
  };
}

/** Callbacks go to the receiver, whose address the model does not know. */
function withCallback({ receiver }: World, body: Record<string, unknown>) {
  return "notification_config" in body
    ? { ...body, notification_config: { url: receiver.url } }
    : body;
}

const KEYS = ["key-1", "key-2", "key-3"];
/** Little, and so much that a few of them are more than the stock. */
const AMOUNTS = [1, 10, 60, 217, 333, 700, 999, 1000, 1001, 1500, 2000, 2500, 3000, 7000];

/** Who sells, for whom, from which portfolio: the part that orders and sessions have in common. */
function saleOf(till: Till, { who, what, how, size }: Draw) {
  const account = who % 2;
  // Now and then the other account's, which is refused.
  const subaccount = isOneIn(3, what) ? pick(till.subaccounts, how) : undefined;
  const asked = isOneIn(4, how) ? null : (pick(till.portfolios, how)?.id ?? null);
  const amountKg = pick(AMOUNTS, size) ?? 1;
  const hasCallback = what % 2 === 0;
  const subaccountId = subaccount?.id ?? null;
  const body = {
    ...(asked && { portfolio_id: asked }),
    ...(hasCallback && { notification_config: {} }),
  };
  return { account, subaccountId, asked, amountKg, hasCallback, body };
}

/** Whether the account may name this subaccount; the answer says so where not. */
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
  return write("places an order", request, (now, answer) => {
    if (isForeign(now, sale)) return status(answer, 400, "invalid-subaccount");
    const portfolio = portfolioFor(now, sale);
    const cents = pricePerKg(now, portfolio, "api");
    const amountKg = isBudget ? Math.floor(sale.amountKg / cents) : sale.amountKg;
    if (amountKg < 1) return status(answer, 400, "invalid-parameters");
    status(answer, 201);
    const { id, state, amount_kg, price_usd_cents } = answer.json;
    const priceCents = amountKg * cents;
    const isRight = state === "placed" && amount_kg === amountKg && price_usd_cents === priceCents;
    ensure(isRight, `the order must be of ${amountKg} kg for ${priceCents} cents: ${answer.text}`);
    now.orders.push({
      ...{ id, account, subaccountId, portfolioId: portfolio.id, amountKg, priceCents },
      ...{ state: "placed", sessionId: null, awaitsMoney: false, hasCallback, parts: [] },
    });
  });
}

export function quote(till: Till, draw: Draw): Action {
  const { account, asked, amountKg } = saleOf(till, draw);
  const source = isOneIn(2, draw.what) ? "checkout" : "api";
  const body = { amount_kg: amountKg, source, ...(asked && { portfolio_id: asked }) };
  const request: Write = { account, method: "POST", path: "/quotes", body };
  return write("asks for a price", request, (now, answer) => {
    const portfolio = portfolioFor(now, { asked, subaccountId: null });
    const price_usd_cents = amountKg * pricePerKg(now, portfolio, source);
    status(answer, 200);
    const expected = JSON.stringify({ amount_kg: amountKg, price_usd_cents });
    ensure(answer.text === expected, `the quote must be ${expected}: ${answer.text}`);
  });
}

/** The account that acts on an object: now and then the one that must not even see it. */
const actorOn = ({ account }: { account: number }, { who }: Draw) =>
  isOneIn(8, who) ? 1 - account : account;

export function cancel(till: Till, draw: Draw): Action | null {
  const target = pick(till.orders, draw.what);
  if (!target) return null;
  const account = actorOn(target, draw);
  const key = isOneIn(4, draw.how) ? (pick(KEYS, draw.size) ?? null) : null;
  const path = `/orders/${target.id}/cancel`;
  return write("cancels", { account, method: "POST", path, key }, (now, answer) => {
    if (account !== target.account) return status(answer, 404, "not-found");
    const order = now.orders.find(({ id }) => id === target.id);
    if (order?.state !== "placed") return status(answer, 409, "conflict");
    status(answer, 200);
    ensure(answer.json.state === "cancelled", `it must be cancelled: ${answer.text}`);
    settleOrder(now, order, "cancelled");
    const session = now.sessions.find(({ orderId }) => orderId === order.id);
    if (session) onCancellation(session);
  });
}

const MIN_CENTS = 50;

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
  return write("opens a session", request, (now, answer) => {
    if (isForeign(now, sale)) return status(answer, 400, "invalid-subaccount");
    const portfolio = portfolioFor(now, sale);
    const priceCents = amountKg * pricePerKg(now, portfolio, "checkout");
    if (priceCents < MIN_CENTS) return status(answer, 400, "invalid-parameters");
    if (!covers(now, portfolio, amountKg)) return status(answer, 409, "insufficient-stock");
    status(answer, 201);
    const { id } = answer.json;
    now.sessions.push({
      ...{ id, account, subaccountId, portfolioId: portfolio.id, amountKg, priceCents },
      ...{ state: "open", isOverdue: false, hasCallback, payment: null, returns: 0, orderId: null },
    });
  });
}

export function expire(till: Till, draw: Draw): Action | null {
  const target = pick(till.sessions, draw.what);
  if (!target) return null;
  const account = actorOn(target, draw);
  const path = `/checkout/sessions/${target.id}/expire`;
  return write("expires", { account, method: "POST", path }, (now, answer) => {
    if (account !== target.account) return status(answer, 404, "not-found");
    const session = now.sessions.find(({ id }) => id === target.id);
    const mayExpire = session && visibleState(session) === "open" && !isPaying(session);
    if (!mayExpire) return status(answer, 409, "conflict");
    status(answer, 200);
    session.state = "expired";
  });
}

export function addSubaccount(till: Till, draw: Draw): Action | null {
  if (till.subaccounts.length >= 4) return null;
  const account = draw.who % 2;
  const portfolioId = isOneIn(2, draw.how) ? (pick(till.portfolios, draw.size)?.id ?? null) : null;
  const body = { name: "Part", ...(portfolioId && { default_portfolio_id: portfolioId }) };
  const request: Write = { account, method: "POST", path: "/subaccounts", body };
  return write("adds a subaccount", request, (now, answer) => {
    status(answer, 201);
    now.subaccounts.push({ id: answer.json.id, account, portfolioId });
  });
}

export function changeSubaccount(till: Till, draw: Draw): Action | null {
  const target = pick(till.subaccounts, draw.what);
  if (!target) return null;
  const account = actorOn(target, draw);
  const portfolioId = isOneIn(2, draw.how) ? (pick(till.portfolios, draw.size)?.id ?? null) : null;
  const body = { name: "Part", ...(portfolioId && { default_portfolio_id: portfolioId }) };
  const request: Write = { account, method: "PUT", path: `/subaccounts/${target.id}`, body };
  return write("changes a subaccount", request, (now, answer) => {
    const own = now.subaccounts.find(({ id }) => id === target.id);
    if (own?.account !== account) return status(answer, 404, "not-found");
    status(answer, 200);
    own.portfolioId = portfolioId;
  });
}

export function deleteSubaccount(till: Till, draw: Draw): Action | null {
  const target = pick(till.subaccounts, draw.what);
  if (!target) return null;
  const account = actorOn(target, draw);
  const request: Write = { account, method: "DELETE", path: `/subaccounts/${target.id}` };
  return write("deletes a subaccount", request, (now, answer) => {
    const isOfIt = ({ subaccountId }: { subaccountId: string | null }) =>
      subaccountId === target.id;
    const own = now.subaccounts.find(({ id }) => id === target.id);
    if (own?.account !== account) return status(answer, 404, "not-found");
    if (now.orders.some(isOfIt)) return status(answer, 403, "forbidden");
    if (now.sessions.some(isOfIt)) return status(answer, 409, "conflict");
    status(answer, 204);
    now.subaccounts = now.subaccounts.filter((it) => it !== own);
  });
}

/** Has an event sent again, whatever came of it before. */
export function redeliver(till: Till, draw: Draw): Action | null {
  const target = pick(till.events, draw.what);
  if (!target) return null;
  const account = actorOn(target, draw);
  const step: Step = (now, { answer }) => {
    ensure(answer !== null, "a request has an answer");
    if (account !== target.account) return status(answer, 404, "not-found");
    const event = now.events.find(({ orderId }) => orderId === target.orderId);
    if (!event || event.delivery === "none") return status(answer, 409, "conflict");
    status(answer, 200);
    Object.assign(event, { delivery: "pending", failures: 0, isClaimed: false });
  };
  return {
    title: `${"AB"[account]} has the event of ${target.orderId} sent again`,
    run: (world) => {
      const id = world.eventIds.get(target.orderId);
      return ask(world, { account, method: "POST", path: `/events/${id}/redeliver` });
    },
    lanes: [[step]],
  };
}
