// Forms of public pages: plain HTML forms, which work without scripts.
import type { RateLimiterMemory } from "rate-limiter-flexible";
import { type Context, publicContext } from "#core/context";
import { withDatabaseUse } from "#core/db-client";
import { appUrl } from "#core/env";
import { invalid, type Problem } from "#core/errors";
import { bestLanguage, type Language, languageOf } from "#core/language";
import { toProblem } from "#core/problem";
import { readBody } from "./parse";

/** Far more than the longest form needs. */
export const MAX_BYTES = 65_536;
const MAX_FIELDS = 200;

export const plain = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };

/**
 * No cookie or header authorizes a stranger here, so this only keeps other sites from making their
 * visitors pay.
 */
function isFromOurPage({ headers }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = headers.get("origin");
  if (origin === null || !URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === headers.get("host") || host === new URL(appUrl()).host;
}

function rejectForeignForm(): Response {
  return new Response(
    "This form was sent from another site: open the payment page and try again.\n",
    { status: 403, headers: plain },
  );
}

/** @throws invalid-parameters if there are too many fields */
export function parseForm(body: Buffer): URLSearchParams {
  const form = new URLSearchParams(body.toString());
  if (form.size <= MAX_FIELDS) return form;
  throw invalid("body", `must have at most ${MAX_FIELDS} fields`, "too-large");
}

export async function readForm(request: Request): Promise<URLSearchParams> {
  return parseForm(await readBody(request, MAX_BYTES));
}

/** A plain-text response for when no page can be shown. */
function problemText(problem: Problem, { requestId }: Context): Response {
  const lines = [`${problem.title}. Go back to the payment page to see whether you have paid.`];
  if (problem.status >= 500) lines.push(`To report this, give the request ID ${requestId}.`);
  const headers = { ...plain, "x-request-id": requestId, ...problem.headers };
  return new Response(`${lines.join("\n")}\n`, { status: problem.status, headers });
}

export function languageFor(request: Request, form: URLSearchParams | null): Language {
  return languageOf(form?.get("lang")) ?? bestLanguage(request.headers.get("accept-language"));
}

/** Runs `handle` for a form from our own page. Errors become plain text. */
export async function handleForm(
  request: Request,
  handle: (ctx: Context) => Promise<Response>,
): Promise<Response> {
  if (!isFromOurPage(request)) return rejectForeignForm();
  const ctx = publicContext();
  try {
    return await withDatabaseUse("sales", () => handle(ctx));
  } catch (error) {
    return problemText(toProblem(error, ctx.log), ctx);
  }
}

export function isOver(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  return limiter.consume(key).then(
    () => false,
    () => true,
  );
}
