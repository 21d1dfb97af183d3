// The parts of a sale that need no page: forms, payment webhooks, and provider scripts.

import { recordRoute } from "#core/caller";
import { publicContext } from "#core/context";
import { weakEtag } from "#core/crypto";
import { database } from "#core/db";
import { withDatabaseUse } from "#core/db-client";
import { conditionalResponse } from "#core/page-headers";
import { problemResponse, toProblem } from "#core/problem";
import { decodedSegment } from "#core/text";
import { readPaymentScript, receiveNotice } from "#domain/checkout";
import { modules } from "#modules";
import { confirmForm, payForm, withdrawalForm } from "./checkout-forms";
import { readBody } from "./parse";

/** `GET /checkout/scripts/{provider}.js`. Browsers revalidate it before each use. */
async function paymentScript(request: Request, provider: string): Promise<Response> {
  const script = await readPaymentScript(provider);
  if (script === null) return new Response("Script not found.\n", { status: 404 });
  const etag = weakEtag(script);
  const headers = {
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=0, must-revalidate",
    etag,
  };
  return conditionalResponse(request, script, headers);
}

/** Far more than a provider's message needs. */
const MAX_BYTES = 256 * 1024;

/** `POST /webhooks/{provider}`: 200 once it is stored, now or earlier. */
export async function paymentWebhook(request: Request, provider: string): Promise<Response> {
  const ctx = publicContext();
  const { headers } = request;
  try {
    const body = (await readBody(request, MAX_BYTES)).toString();
    await withDatabaseUse("sales", () =>
      database().transaction((db) => receiveNotice({ ...ctx, db }, { provider, body, headers })),
    );
    return Response.json({ received: true });
  } catch (error) {
    return problemResponse(toProblem(error, ctx.log), ctx.requestId);
  }
}

type FormHandler = (request: Request, id: string) => Promise<Response>;

interface Form {
  path: RegExp;
  /** The path's template. */
  route: string;
  handle: FormHandler;
  method?: "GET";
  /** True if the path is also that of the page with the form. */
  isPage?: boolean;
}

const form = (route: string, handle: FormHandler, rest: Partial<Form> = {}): Form => {
  const pattern = route.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "([^/]+)");
  return { path: new RegExp(`^${pattern}$`), route, handle, ...rest };
};

const forms: readonly Form[] = [
  form("/checkout/{session}/pay", payForm),
  form("/checkout/{session}/confirm", confirmForm),
  form("/checkout/scripts/{provider}.js", paymentScript, { method: "GET" }),
  form("/withdraw/{session}/confirm", withdrawalForm),
  form("/webhooks/{provider}", paymentWebhook),
  ...modules.flatMap(({ forms = [] }) =>
    forms.map(({ route, handle }) => form(route, handle, { isPage: true })),
  ),
];

/** Returns whether `serveForm` handles the request. */
export function isForm(method: string, path: string): boolean {
  const isRead = method === "GET" || method === "HEAD";
  return forms.some((form) => form.path.test(path) && !(form.isPage && isRead));
}

/** Handles forms, webhooks and scripts. Other methods get a 405. */
export async function serveForm(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  for (const { path, route, handle, method = "POST" } of forms) {
    const id = path.exec(pathname)?.[1];
    if (id === undefined) continue;
    recordRoute(route);
    const isRead = method === "GET" && request.method === "HEAD";
    if (request.method === method || isRead) return handle(request, decodedSegment(id));
    const allow = method === "GET" ? "GET, HEAD" : method;
    return new Response(null, { status: 405, headers: { allow } });
  }
  return new Response(null, { status: 404 });
}
