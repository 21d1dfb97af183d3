// Customers under torture: each clicks four times at once, believes what the page says, and minds if
// it says something else later.
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { cards } from "#testing/checkout";
import type { PageFacts } from "#testing/torture/checkout-facts";
import { postOnce, type Send, type Told } from "#testing/torture/clients";

type View = PageFacts["view"];

/** What the customers were told, to be held against the database. */
export interface CustomersTold extends Told {
  sessions: Map<string, { view: View; orderId: string | null; wasPaid: boolean; plan: Plan }>;
  expired: Set<string>;
  posts: number;
  /** Forms of which the customer never saw an answer, or saw an error. */
  lostPosts: number;
}

/** What a customer does with a session. */
export interface Plan {
  /** The cards of the first four clicks; later clicks are all with a good one. */
  cards: string[];
  refusesFirst: boolean;
  /** The integrator expires the session at the moment of the first clicks. */
  expires: boolean;
  /** The integrator cancels the order as soon as there is one. */
  cancels: boolean;
  /** Whoever has tried too often for a minute closes the session; else comes again later. */
  givesUp: boolean;
}

export interface Shop {
  origin(): string;
  send: Send;
  key: string;
  told: CustomersTold;
}

const CLICKS = 4;
/** Of several servers, one is dead at a time. */
const TRIES = 4;
const CALLS_AGAIN_AFTER_MS = 100;
const DONE: readonly View[] = ["paid", "failed", "cancelled", "expired"];
/** What a page may say after it said this; what is not here may be followed by anything. */
const followedBy: Partial<Record<View, readonly View[]>> = {
  processing: ["processing", "paid", "failed", "cancelled"],
  paid: ["paid", "cancelled"],
  cancelled: ["cancelled", "failed"],
  failed: ["failed"],
  expired: ["expired"],
};

function shuffled(first: string): string[] {
  const four = [first, cards.good, cards.good, cards.good];
  return four.sort(() => randomInt(3) - 1);
}

const fourTimes = (card: string) => Array.from({ length: CLICKS }, () => card);

/** Mostly the good card; each of the others now and then. */
export function drawPlan(nth: number): Plan {
  const dice = nth % 20;
  const four = () => {
    if (dice === 1) return shuffled(cards.declined);
    if (dice === 2) return [cards.insufficientFunds, cards.wrongCvc, cards.good, cards.good];
    if (dice === 3 || dice === 4) return fourTimes(cards.needsApproval);
    // A cancellation mostly comes too late for a good card's order: it is matched at once.
    if (dice === 5 || dice === 10) return fourTimes(cards.paysLater);
    if (dice === 6) return fourTimes(cards.failsLater);
    return fourTimes(cards.good);
  };
  return {
    cards: four(),
    refusesFirst: dice === 4,
    expires: dice === 7 || dice === 8,
    givesUp: true,
    cancels: dice === 9 || dice === 10 || nth % 40 === 25,
  };
}

/** Asks a server that takes connections, as whatever stands before several of them does. */
async function ask(shop: Shop, path: string, init: RequestInit): Promise<Response | null> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const origin = shop.origin();
    const headers = { origin };
    const answer = await fetch(`${origin}${path}`, { ...init, headers }).catch(
      (error: Error) => error,
    );
    if (answer instanceof Response) return answer;
    if ((answer.cause as { code?: string } | undefined)?.code !== "ECONNREFUSED") return null;
  }
  return null;
}

/** A customer with a good card, and nobody who closes or cancels anything. */
export function plainPlan(): Plan {
  const none = { refusesFirst: false, expires: false, cancels: false, givesUp: false };
  return { cards: fourTimes(cards.good), ...none };
}

/** Sends a form as a browser does, and follows nothing. Null where no answer was seen. */
async function submit(shop: Shop, path: string, form: Record<string, string>, cutsOff: boolean) {
  shop.told.posts += 1;
  const answer = await ask(shop, path, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ lang: "en", ...form }),
    ...(cutsOff && { signal: AbortSignal.timeout(randomInt(1, 30)) }),
  });
  if (answer === null || answer.status >= 500) {
    shop.told.lostPosts += 1;
    return null;
  }
  const location = answer.headers.get("location") ?? "";
  const faults = new URLSearchParams(location.split("?")[1]).getAll("fault");
  const isOdd = answer.status !== 303 || faults.some((fault) => !fault.startsWith("attempts."));
  if (isOdd) shop.told.faults.push(`${path} was answered ${answer.status} ${location}`);
  return { mustWait: faults.length > 0 };
}

/** Pays with four clicks at once; true where the page asked for patience. */
async function click(shop: Shop, id: string, numbers: string[]): Promise<boolean> {
  const card = { email: "kim@example.com", beneficiary: "Kim", expiry: "12 / 40", cvc: "123" };
  const answers = await Promise.all(
    numbers.map((number) =>
      submit(shop, `/checkout/${id}/pay`, { ...card, number }, randomInt(12) === 0),
    ),
  );
  return answers.some((answer) => answer?.mustWait);
}

async function confirm(shop: Shop, id: string, answer: string): Promise<void> {
  const form = () => submit(shop, `/checkout/${id}/confirm`, { answer }, false);
  await Promise.all([form(), form()]);
}

/** Reads the page, and holds it against what it said before. */
async function look(shop: Shop, id: string, plan: Plan): Promise<View | null> {
  const answer = await ask(shop, `/checkout/${id}`, {});
  const facts = answer?.ok ? ((await answer.json().catch(() => null)) as PageFacts | null) : null;
  if (!facts) return null;
  const { view, orderId } = facts;
  const { faults, sessions } = shop.told;
  const before = sessions.get(id);
  const words = `the page of ${id} said ${view} (order ${orderId})`;
  if (["processing", "paid", "failed", "cancelled"].includes(view) !== (orderId !== null)) {
    faults.push(words);
  }
  if (before && followedBy[before.view]?.includes(view) === false) {
    faults.push(`${words} after ${before.view}`);
  }
  if (before?.orderId && before.orderId !== orderId) {
    faults.push(`${words} after order ${before.orderId}`);
  }
  const wasPaid = view === "paid" || before?.wasPaid === true;
  sessions.set(id, { view, orderId, wasPaid, plan });
  return view;
}

async function expire({ send, key, told }: Shop, id: string): Promise<void> {
  const reply = await postOnce(send, told, { path: `/checkout/sessions/${id}/expire`, key });
  if (reply.status === 200) told.expired.add(id);
  else if (reply.status !== 409) {
    told.faults.push(`an expiring was answered ${reply.status}: ${reply.text}`);
  }
}

async function cancel({ send, key, told }: Shop, id: string): Promise<void> {
  const orderId = told.sessions.get(id)?.orderId;
  if (!orderId) return;
  const reply = await postOnce(send, told, { path: `/orders/${orderId}/cancel`, key });
  if (reply.status === 200) told.cancelled.add(orderId);
  else if (reply.status !== 409) {
    told.faults.push(`a cancelling was answered ${reply.status}: ${reply.text}`);
  }
}

/** Opens a session, at the integrator's. Returns its id. */
export async function openSession(shop: Shop, portfolioId: string): Promise<string> {
  const body = {
    amount_kg: randomInt(20, 3000),
    portfolio_id: portfolioId,
    success_url: "https://shop.example/thanks?session={CHECKOUT_SESSION_ID}",
    cancel_url: "https://shop.example/basket",
  };
  const { send, told, key } = shop;
  const request = { path: "/checkout/sessions", key, body, idempotencyKey: randomUUID() };
  const reply = await postOnce(send, told, request);
  if (reply.status !== 201)
    throw new Error(`a session was answered ${reply.status}: ${reply.text}`);
  return (JSON.parse(reply.text) as { id: string }).id;
}

/** One customer, at the page until it says how it ended; false: it still does not after `patience`. */
export async function visit(
  shop: Shop,
  session: { id: string; plan: Plan; patienceMs: number },
): Promise<boolean> {
  const { id, plan } = session;
  const until = Date.now() + session.patienceMs;
  let { cards: numbers, expires, cancels, refusesFirst } = plan;
  // A second visit knows of the first only what the page says.
  if (shop.told.sessions.has(id)) [numbers, expires] = [fourTimes(cards.good), false];
  while (Date.now() < until) {
    const view = await look(shop, id, plan);
    if (view === "open") {
      const expiring = expires ? expire(shop, id) : null;
      if (expires) await sleep(randomInt(60));
      const [mustWait] = await Promise.all([click(shop, id, numbers), expiring]);
      if (mustWait && plan.givesUp) await expire(shop, id);
      else if (mustWait) await sleep(10 * CALLS_AGAIN_AFTER_MS);
      [numbers, expires] = [fourTimes(cards.good), false];
    } else if (view === "confirm") {
      await confirm(shop, id, refusesFirst ? "refuse" : "approve");
      refusesFirst = false;
    } else if (cancels && (view === "paid" || view === "processing")) {
      await cancel(shop, id);
      cancels = false;
    } else if (view !== null && DONE.includes(view)) {
      return true;
    } else await sleep(CALLS_AGAIN_AFTER_MS);
  }
  return false;
}
