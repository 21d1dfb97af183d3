// The forms of the checkout page. Each redirects back to the page, which shows the result, with or
// without scripts.
import { RateLimiterMemory } from "rate-limiter-flexible";
import { currentCaller, ensureBrowserKey, findBrowserHash } from "#core/caller";
import type { Context } from "#core/context";
import { database } from "#core/db";
import { Problem } from "#core/errors";
import {
  type Customer,
  confirmPayment,
  type FormRules,
  findFormRules,
  findTaxOf,
  type PaymentMethod,
  payCheckoutSession,
  saveCustomer,
  withdrawFromContract,
} from "#domain/checkout";
import { readBody } from "./parse";
import { carriesCard, readPayForm } from "./pay-form";
import {
  handleForm,
  isOver,
  languageFor,
  MAX_BYTES,
  parseForm,
  plain,
  readForm,
} from "./public-form";

function redirectTo(sessionId: string, query: [string, string][]): Response {
  const params = new URLSearchParams(query);
  const location = `/checkout/${encodeURIComponent(sessionId)}?${params}`;
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}

/** Reasons to reject a form unread. */
const rejections = {
  unavailable: "Payment is not available here at the moment. You have not been charged.\n",
  card: "Card details are not accepted here. You have not been charged. Reload the payment page.\n",
} as const;

async function rejectUnread(request: Request, reason: keyof typeof rejections): Promise<Response> {
  await request.body?.cancel().catch(() => {});
  return new Response(rejections[reason], { status: 400, headers: plain });
}

/**
 * Null for a live session's form that carries a card. Its bytes are wiped, and nothing of it is
 * parsed.
 */
async function readLiveForm(request: Request): Promise<URLSearchParams | null> {
  const body = await readBody(request, MAX_BYTES);
  try {
    return carriesCard(body) ? null : parseForm(body);
  } finally {
    body.fill(0);
  }
}

const retryableOutcomes: readonly string[] = [
  ...["no_provider", "no_stock", "wait", "over", "busy", "refused"],
];

/**
 * Pays with the form's values, or saves the valid ones of an invalid form. Returns the faults to
 * show.
 */
async function pay(
  ctx: Context,
  { sessionId, form, method, rules, browserHash }: Sent,
): Promise<string[]> {
  const { customer, source, faults } = readPayForm(form, { kind: method.form, ...rules });
  const entered = { ...customer, browserHash };
  const { buyer = null } = customer;
  const sale = buyer && (await findTaxOf(ctx, { sessionId, buyer }));
  if (sale?.isRefused) faults.push("country.refused");
  // Customers must have seen the tax, or that there is none, before they pay.
  const pageRule = form.get("tax") ?? "";
  if (sale && (sale.tax?.ruleId ?? "") !== pageRule) faults.push("tax.changed");
  if (source === null || faults.length > 0) {
    await saveCustomer(ctx, { sessionId, customer: entered });
    return faults;
  }
  const outcome = await payCheckoutSession(ctx, {
    database: database(),
    sessionId,
    customer: entered as Customer,
    provider: method.provider,
    source,
  });
  if (retryableOutcomes.includes(outcome))
    await saveCustomer(ctx, { sessionId, customer: entered });
  if (outcome === "refused") return ["country.refused"];
  const isFault = outcome === "wait" || outcome === "over" || outcome === "busy";
  return isFault ? [`attempts.${outcome}`] : [];
}

interface Sent {
  sessionId: string;
  form: URLSearchParams;
  method: PaymentMethod;
  rules: Pick<FormRules, "hasEmail" | "seller">;
  browserHash: string;
}

/** `POST /checkout/{session}/pay` */
export function payForm(request: Request, sessionId: string): Promise<Response> {
  return handleForm(request, async (ctx) => {
    const browserHash = findBrowserHash(request.headers.get("cookie"));
    const rules = await findFormRules(ctx, { sessionId, browserHash });
    if (rules === null) return redirectTo(sessionId, [["lang", languageFor(request, null)]]);
    const { mode, methods } = rules;
    if (methods.length === 0 && mode === "live") return rejectUnread(request, "unavailable");
    const form = mode === "live" ? await readLiveForm(request) : await readForm(request);
    if (form === null) return rejectUnread(request, "card");
    const lang = languageFor(request, form);
    // The page explains why it can't be paid now.
    const method = methods.find(({ provider }) => provider === form.get("method")) ?? methods[0];
    if (!method) return redirectTo(sessionId, [["lang", lang]]);
    const path = `/checkout/${encodeURIComponent(sessionId)}`;
    const browser = ensureBrowserKey(request.headers.get("cookie"), path);
    const sent = { method, rules, sessionId, form, browserHash: browser.hash };
    const faults = await pay(ctx, sent);
    const query = faults.map((fault): [string, string] => ["fault", fault]);
    const response = redirectTo(sessionId, [["lang", lang], ...query]);
    response.headers.set("set-cookie", browser.setCookie);
    return response;
  });
}

const withdrawals = new RateLimiterMemory({ points: 5, duration: 60 });

/** `POST /withdraw/{key}/confirm`: the second click of a withdrawal. */
export function withdrawalForm(request: Request, key: string): Promise<Response> {
  return handleForm(request, async (ctx) => {
    const form = await readForm(request);
    const query = new URLSearchParams({ lang: languageFor(request, form) });
    const back = (suffix = "") => {
      const location = `/withdraw/${encodeURIComponent(key)}?${query}${suffix}`;
      return new Response(null, {
        status: 303,
        headers: { location, "cache-control": "no-store" },
      });
    };
    if (await isOver(withdrawals, currentCaller())) return back("&wait=1");
    await database()
      .transaction((db) => withdrawFromContract({ ...ctx, db }, { key }))
      .catch((error: unknown) => {
        // The page explains it.
        const isExplained = error instanceof Problem && /^(not-found|conflict)$/.test(error.code);
        if (!isExplained) throw error;
      });
    return back();
  });
}

const confirmations = new RateLimiterMemory({ points: 10, duration: 60 });

/** `POST /checkout/{session}/confirm`: the customer comes back from the bank's confirmation. */
export function confirmForm(request: Request, sessionId: string): Promise<Response> {
  return handleForm(request, async (ctx) => {
    const form = await readForm(request);
    const back = redirectTo(sessionId, [["lang", languageFor(request, form)]]);
    // Each request may call the provider.
    if (await isOver(confirmations, sessionId)) return back;
    const sent = form.get("decision");
    const decision = sent === "approve" || sent === "refuse" ? sent : null;
    const input = { database: database(), sessionId, decision } as const;
    await confirmPayment(ctx, input).catch((error: unknown) => {
      // The page explains that the session doesn't exist.
      if (!(error instanceof Problem && error.code === "not-found")) throw error;
    });
    return back;
  });
}
