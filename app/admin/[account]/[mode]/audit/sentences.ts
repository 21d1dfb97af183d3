// An entry of the audit log as a sentence: who, did what, to what.
import type { RouterOutput } from "#trpc/router";

export type Deed = RouterOutput["audit"]["list"]["data"][number];

/** What things are called in a sentence, by the first word of an action. */
const nouns: Record<string, string> = {
  account: "the account",
  api_key: "the API key",
  checkout_session: "the checkout session",
  event: "the event",
  impact_page: "the impact page",
  order: "the order",
  payment: "the payment",
  person: "the person",
  portfolio: "the portfolio",
  signing_key: "the signing key",
  subaccount: "the subaccount",
  webhook_endpoint: "the webhook endpoint",
  webhook_secret: "the webhook secret",
};

/** What is not said as its name has it. */
const phrases: Record<string, (deed: Deed) => string> = {
  "account.default_portfolio_set": () => "set the default portfolio",
  "account.logo_removed": () => "removed the logo of the account",
  "account.logo_set": () => "gave the account a logo",
  "api_key.created": () => "made the API key",
  "event.redelivered": () => "had an event sent again",
  "events.redelivered": ({ data }) =>
    `had ${data["redelivered"] === 1 ? "1 event" : `${data["redelivered"]} events`} sent again`,
  "impact_page.set": () => "configured the impact page of",
  "member.invitation_taken_back": () => "took back an invitation",
  "member.invited": ({ data }) => `invited ${data["email"]} as ${data["role"]}`,
  "member.removed": () => "removed from the team",
  "member.set": ({ data }) => `gave the role ${data["role"]} to`,
  "payment.refund_recorded": ({ data }) =>
    `recorded the refund of the transfer ${data["reference"]}:`,
  "payment.transfer_confirmed": ({ data }) => `confirmed the transfer ${data["reference"]}:`,
  "payment.transfer_rejected": ({ data }) => `rejected the transfer ${data["reference"]}:`,
  "person.confirmed": ({ data }) => `confirmed their login by ${data["how"]}`,
  "person.passkey_added": ({ data }) => `added the passkey “${data["name"]}”`,
  "person.passkey_removed": ({ data }) => `removed the passkey “${data["name"]}”`,
  "webhook_endpoint.secret_rotated": () => "rotated the secret of the webhook endpoint",
  "subaccount.created": () => "made the subaccount",
  "subaccount.logo_removed": () => "removed the logo of the subaccount",
  "subaccount.logo_set": () => "gave a logo to the subaccount",
  "test_callback.sent": ({ data }) => `sent a test event to ${data["host"]}`,
  "webhook_secret.rotated": () => "made a new webhook secret",
};

const isThing = (text: string) => Object.hasOwn(nouns, text);

/** What was done, to be followed by what it was done to. */
export function deedText(deed: Deed): string {
  const phrase = phrases[deed.action];
  if (phrase) return phrase(deed);
  const [thing = "", ...rest] = deed.action.split(".");
  const done = rest.join(" ").replaceAll("_", " ");
  const noun = isThing(thing) ? nouns[thing] : thing.replaceAll("_", " ");
  return thing === "payment" ? `moved the payment to “${done}”:` : `${done} ${noun}`;
}

/** Who it was. */
export function actorText({ actor }: Deed): string {
  if (actor.type === "public") return "A customer";
  if (actor.type === "system") return actor.id === "till" ? "The operator" : "Carbon Till";
  if (actor.type === "key") return `The API key ${actor.name ?? actor.id}`;
  return actor.name ?? "Somebody who is gone";
}

const places: readonly [prefix: string, path: (id: string) => string][] = [
  ["ord_", (id) => `/orders/${id}`],
  ["sub_", (id) => `/subaccounts/${id}`],
  ["evt_", (id) => `/webhooks/${id}`],
  ["key_", () => "/keys"],
  ["pf_", () => "/portfolios"],
  ["whe_", (id) => `/webhooks/endpoints/${id}`],
  ["whs_", () => "/webhooks"],
  ["per_", () => "/team"],
];

/** Below the account, where what it was done to is; null where it is nowhere, or no longer. */
export function placeOf({ action, subject }: Deed): string | null {
  if (!subject || /deleted$|^test_/.test(action)) return null;
  // One that has no name any more was deleted since.
  if (subject.id.startsWith("sub_") && subject.name === null) return null;
  const found = places.find(([prefix]) => subject.id.startsWith(prefix));
  return found ? found[1](subject.id) : null;
}

/** What it was done to, as people call it; null where the sentence says it all. */
export function subjectText({ action, subject, data }: Deed): string | null {
  if (!subject || /^(webhook_secret|test_callback|member\.invit|account\.)/.test(action)) {
    return null;
  }
  if (action === "impact_page.set" && subject.id.startsWith("acc_")) return "the account";
  const name = typeof data["name"] === "string" ? data["name"] : null;
  if (subject.id.startsWith("ord_") && subject.name) return `${subject.name.slice(0, 14)}…`;
  return subject.name ?? name ?? `…${subject.id.slice(-8)}`;
}

/** The kinds of doers, and the deeds that are looked for most. */
export const actorOptions = [
  { value: "person", text: "People" },
  { value: "key", text: "API keys" },
  { value: "system", text: "Carbon Till" },
  { value: "public", text: "Customers" },
];

export const actionOptions = [
  { value: "api_key.created", text: "API key made" },
  { value: "api_key.rotated", text: "API key rotated" },
  { value: "api_key.revoked", text: "API key revoked" },
  { value: "checkout_session.created", text: "Checkout session created" },
  { value: "checkout_session.expired", text: "Checkout session expired" },
  { value: "event.redelivered", text: "Event sent again" },
  { value: "events.redelivered", text: "Events sent again" },
  { value: "impact_page.set", text: "Impact page configured" },
  { value: "member.invited", text: "Member invited" },
  { value: "member.set", text: "Member’s role set" },
  { value: "member.removed", text: "Member removed" },
  { value: "order.cancelled", text: "Order cancelled" },
  { value: "portfolio.created", text: "Portfolio made" },
  { value: "portfolio.updated", text: "Portfolio updated" },
  { value: "subaccount.created", text: "Subaccount made" },
  { value: "subaccount.updated", text: "Subaccount updated" },
  { value: "subaccount.deleted", text: "Subaccount deleted" },
  { value: "test_callback.sent", text: "Test event sent" },
  { value: "webhook_endpoint.created", text: "Webhook endpoint created" },
  { value: "webhook_endpoint.deleted", text: "Webhook endpoint deleted" },
  { value: "webhook_endpoint.secret_rotated", text: "Webhook endpoint’s secret rotated" },
  { value: "webhook_endpoint.updated", text: "Webhook endpoint updated" },
  { value: "webhook_secret.rotated", text: "Webhook secret made" },
];
