// The two forms of the checkout page. They are for people: each answers by leading back to the page,
// which tells what came of it, with scripts and without.
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Context } from "#core/context";
import { database } from "#core/db";
import { withDatabaseUse } from "#core/db-use";
import { appUrl } from "#core/env";
import { Problem } from "#core/errors";
import { bestLanguage, languageOf } from "#core/language";
import { toProblem } from "#core/problem";
import { publicContext } from "#core/public-door";
import { type Customer, confirmPayment, noteCustomer, payCheckoutSession } from "#domain/checkout";
import { readBody } from "./parse";
import { readPayForm } from "./pay-form";

/** Far more than the longest form; the rest is not read. */
const MAX_BYTES = 32_768;

const plain = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };

function leadTo(sessionId: string, query: [string, string][]): Response {
  const params = new URLSearchParams(query);
  const location = `/checkout/${encodeURIComponent(sessionId)}?${params}`;
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}

/**
 * Whether the form was sent by our own page. Nothing is sent along that would authorise a stranger,
 * so this only keeps other sites from making their visitors pay here.
 */
function isFromOurPage({ headers }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = headers.get("origin");
  if (origin === null || !URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === headers.get("host") || host === new URL(appUrl()).host;
}

function refuse(): Response {
  return new Response(
    "This form was sent from another site: open the payment page and try again.\n",
    { status: 403, headers: plain },
  );
}

async function readForm(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams((await readBody(request, MAX_BYTES)).toString());
}

/** For whom no page can be shown: what happened, and that the page knows more. */
function tell(problem: Problem, { requestId }: Context): Response {
  const lines = [`${problem.title}. Go back to the payment page: it says whether you have paid.`];
  if (problem.status >= 500) lines.push(`To report this, name the request ${requestId}.`);
  const headers = { ...plain, "x-request-id": requestId, ...problem.headers };
  return new Response(`${lines.join("\n")}\n`, { status: problem.status, headers });
}

async function answer(
  request: Request,
  sessionId: string,
  act: (ctx: Context, form: URLSearchParams) => Promise<string[]>,
): Promise<Response> {
  if (!isFromOurPage(request)) return refuse();
  const ctx = publicContext();
  try {
    const form = await readForm(request);
    const language =
      languageOf(form.get("lang")) ?? bestLanguage(request.headers.get("accept-language"));
    const faults = await withDatabaseUse("sales", () => act(ctx, form)).catch((error: unknown) => {
      // The page says that there is no such session.
      if (error instanceof Problem && error.code === "not-found") return [];
      throw error;
    });
    const query = faults.map((fault): [string, string] => ["fault", fault]);
    return leadTo(sessionId, [["lang", language], ...query]);
  } catch (error) {
    return tell(toProblem(error, ctx.log), ctx);
  }
}

/** `POST /checkout/{session}/pay`: the customer pays. */
export function payForm(request: Request, sessionId: string): Promise<Response> {
  return answer(request, sessionId, async (ctx, form) => {
    const { customer, source, faults } = readPayForm(form);
    if (source === null) {
      await noteCustomer(ctx, { sessionId, customer });
      return faults;
    }
    const outcome = await payCheckoutSession(ctx, {
      database: database(),
      sessionId,
      customer: customer as Customer,
      source,
    });
    if (outcome !== "wait" && outcome !== "over") return [];
    await noteCustomer(ctx, { sessionId, customer });
    return [`attempts.${outcome}`];
  });
}

const confirmations = new RateLimiterMemory({ points: 10, duration: 60 });

function isTooMany(sessionId: string): Promise<boolean> {
  return confirmations.consume(sessionId).then(
    () => false,
    () => true,
  );
}

/** `POST /checkout/{session}/confirm`: the customer was asked by the bank, and answered. */
export function confirmForm(request: Request, sessionId: string): Promise<Response> {
  return answer(request, sessionId, async (ctx, form) => {
    // Each may ask the provider.
    if (await isTooMany(sessionId)) return [];
    const word = form.get("answer");
    const given = word === "approve" || word === "refuse" ? word : null;
    await confirmPayment(ctx, { database: database(), sessionId, answer: given });
    return [];
  });
}
