// The forms and notices that belong to a sale: answered wherever the API is, without any page.
import { confirmForm, payForm } from "./checkout-forms";
import { stripeWebhook } from "./stripe-webhook";

type Answer = (request: Request, id: string) => Promise<Response>;

const forms: readonly { path: RegExp; answer: Answer }[] = [
  { path: /^\/checkout\/([^/]+)\/pay$/, answer: payForm },
  { path: /^\/checkout\/([^/]+)\/confirm$/, answer: confirmForm },
  { path: /^\/webhooks\/(stripe)$/, answer: stripeWebhook },
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

/** Answers the POST of a form; every other method is refused. */
export async function serveForm(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  for (const { path, answer } of forms) {
    const id = path.exec(pathname)?.[1];
    if (id === undefined) continue;
    if (request.method === "POST") return answer(request, decoded(id));
    return new Response(null, { status: 405, headers: { allow: "POST" } });
  }
  return new Response(null, { status: 404 });
}
