// The forms of the checkout page and the bank's webhooks, handled in this process.
import { serveForm } from "#rest/forms";

const ORIGIN = "http://localhost:3000";

async function post(path: string, body: BodyInit, headers: object = {}): Promise<number> {
  const init = { method: "POST", headers: { origin: ORIGIN, ...headers }, body };
  return (await serveForm(new Request(`${ORIGIN}${path}`, init))).status;
}

export type Fields = Record<string, string>;

/** Returns the response's status: the result is on the page. */
export function submitForm(path: string, fields: Fields): Promise<number> {
  return post(path, new URLSearchParams({ lang: "en", ...fields }));
}

export function sendNotice(notice: { body: string; signature: string }): Promise<number> {
  return post("/webhooks/stripe", notice.body, { "stripe-signature": notice.signature });
}
