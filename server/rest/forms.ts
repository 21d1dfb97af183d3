// The forms, webhooks and scripts that belong to a sale: answered wherever the API is, without any page.
import { confirmForm, payForm } from "./checkout-forms";
import { paymentScript } from "./payment-scripts";
import { paymentWebhook } from "./payment-webhooks";

type Answer = (request: Request, id: string) => Promise<Response>;

const forms: readonly { path: RegExp; answer: Answer; method?: "GET" }[] = [
  { path: /^\/checkout\/([^/]+)\/pay$/, answer: payForm },
  { path: /^\/checkout\/([^/]+)\/confirm$/, answer: confirmForm },
  { path: /^\/checkout\/scripts\/([^/]+)\.js$/, answer: paymentScript, method: "GET" },
  { path: /^\/webhooks\/([^/]+)$/, answer: paymentWebhook },
];

/** Whether `serveForm` answers at the path. */
export function isForm(path: string): boolean {
  return forms.some((form) => form.path.test(path));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Answers the POST of a form or webhook and the GET of a script; other methods are refused. */
export async function serveForm(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  for (const { path, answer, method = "POST" } of forms) {
    const id = path.exec(pathname)?.[1];
    if (id === undefined) continue;
    const isRead = method === "GET" && request.method === "HEAD";
    if (request.method === method || isRead) return answer(request, decoded(id));
    const allow = method === "GET" ? "GET, HEAD" : method;
    return new Response(null, { status: 405, headers: { allow } });
  }
  return new Response(null, { status: 404 });
}
