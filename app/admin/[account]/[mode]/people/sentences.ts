// An audit log entry as a sentence: actor, action, subject.
import type { RouterOutput } from "#trpc/router";
import { shortNumber } from "#ui/admin/format";

export type Entry = RouterOutput["audit"]["list"]["data"][number];

/** By the first part of an action's name. */
const nouns: Record<string, string> = {
  account: "the account",
  api_key: "the API key",
  checkout_session: "the checkout session",
  event: "the event",
  impact_page: "the impact page",
  order: "the order",
  payment: "the payment",
  payment_link: "the payment link",
  person: "the person",
  portfolio: "the portfolio",
  reservation: "the reservation",
  signing_key: "the signing key",
  subaccount: "the subaccount",
  webhook_endpoint: "the webhook endpoint",
  webhook_secret: "the webhook secret",
};

/** Actions that read badly as "VERB NOUN". */
const phrases: Record<string, (entry: Entry) => string> = {
  "account.default_portfolio_set": () => "set the default portfolio",
  "account.logo_removed": () => "removed the account’s logo",
  "account.stock_terms_set": () => "set how scarce stock may be sold",
  "account.suspended": ({ data }) => `suspended the account: ${data["reason"]}`,
  "account.test_data_deleted": () => "deleted all test data",
  "account.reopened": () => "reopened the account",
  "account.logo_set": () => "set the account’s logo",
  "billing.balance_adjusted": ({ data }) => `adjusted the balance (${data["reference"]})`,
  "billing.deposit_recorded": ({ data }) => `recorded the deposit ${data["reference"]}`,
  "billing.terms_set": ({ data }) => `set the billing terms to ${data["terms"] ?? "none"}`,
  "billing_profile.set": () => "set the billing profile",
  "brand.dark_logo_removed": () => "removed the dark logo of",
  "brand.dark_logo_set": () => "set the dark logo of",
  "brand.set": () => "changed the brand of",
  "certificate.name_removed": () => "removed the name from the certificate of",
  "checkout_session.customer_erased": () => "erased the customer of",
  "credit_note.issued": ({ data }) => `issued the credit note ${data["number"]}:`,
  "customer.exported": () => "exported what is stored about a customer",
  "event.redelivered": () => "resent an event",
  "events.redelivered": ({ data }) =>
    `resent ${data["redelivered"] === 1 ? "1 event" : `${data["redelivered"]} events`}`,
  "impact_page.set": () => "configured the impact page of",
  "installation.restored": ({ data }) =>
    `restored the installation as of ${data["backup_taken_at"]}`,
  "installation.restore_dismissed": () => "dismissed the notice of the restore",
  "invoice.issued": ({ data }) => `issued the invoice ${data["number"]}:`,
  "invoice.payment_recorded": ({ data }) => `recorded the payment ${data["reference"]} of`,
  "member.invitation_taken_back": () => "revoked an invitation",
  "member.invitation_sent_again": () => "resent an invitation",
  "member.invited": ({ data }) => `invited ${data["email"]} as ${data["role"]}`,
  "member.limit_removed": () => "gave access to the whole account to",
  "member.limited": () => "limited to one subaccount:",
  "member.removed": () => "removed from the team:",
  "member.set": ({ data }) => `assigned the role ${data["role"]} to`,
  "merchant_profile.set": () => "changed the seller details",
  "order.cancelled": () => "cancelled the order",
  "order.placed": () => "placed the order",
  "payment.dispute_closed": ({ data }) => `recorded that a dispute was ${data["state"]}:`,
  "payment.dispute_opened": () => "recorded a dispute about",
  "payment.failed_refund_dismissed": () => "dismissed a failed refund of",
  "payment.other_refund_recorded": () => "recorded a refund by other means of",
  "payment.provider_refund_counted": () => "recorded a refund made at the provider of",
  "payment.refund_failed": () => "could not refund",
  "payment.refund_requested": () => "requested a refund of",
  "payment.refund_succeeded": () => "refunded",
  "payment.warning_dismissed": () => "dismissed a fraud warning about",
  "payment.refund_recorded": ({ data }) =>
    `recorded the refund of the transfer ${data["reference"]}:`,
  "payment.transfer_confirmed": ({ data }) => `confirmed the transfer ${data["reference"]}:`,
  "payment.transfer_rejected": ({ data }) => `rejected the transfer ${data["reference"]}:`,
  "payment.late_transfer_recorded": ({ data }) =>
    `recorded money for the ended transfer ${data["reference"]}:`,
  "portfolio.account_prices_set": ({ data }) =>
    data["api"] === null && data["checkout"] === null
      ? "removed the account’s own prices of"
      : "set the account’s own prices of",
  "person.confirmed": ({ data }) => `confirmed their login by ${data["how"]}`,
  "person.notice_chosen": ({ data }) =>
    `turned ${data["is_on"] ? "on" : "off"} the notification “${data["kind"]}” of`,
  "person.passkey_added": ({ data }) => `added the passkey “${data["name"]}”`,
  "person.passkey_removed": ({ data }) => `removed the passkey “${data["name"]}”`,
  "report_link.created": () => "shared a report of the subaccount",
  "report_link.revoked": () => "revoked a shared report of the subaccount",
  "webhook_endpoint.secret_rotated": () => "rotated the signing secret of the webhook endpoint",
  "subaccount.logo_removed": () => "removed the logo of the subaccount",
  "subaccount.logo_set": () => "set the logo of the subaccount",
  "test_callback.sent": ({ data }) => `sent a test event to ${data["host"]}`,
  "webhook_secret.rotated": () => "rotated the signing secret of callback URLs",
};

export function actionText(entry: Entry): string {
  const phrase = phrases[entry.action];
  if (phrase) return phrase(entry);
  const [thing = "", ...rest] = entry.action.split(".");
  const verb = rest.join(" ").replaceAll("_", " ");
  if (thing === "payment") return `changed the payment to “${verb}”:`;
  return `${verb} ${nouns[thing] ?? thing.replaceAll("_", " ")}`;
}

export function actorText({ actor }: Entry): string {
  if (actor.type === "public") return "A customer";
  if (actor.type === "system") return actor.id === "till" ? "The operator" : "Carbon Till";
  if (actor.type === "key") return `The API key ${actor.name ?? actor.id}`;
  return actor.name ?? "A former member";
}

const paths: readonly [prefix: string, path: (id: string) => string][] = [
  ["ord_", (id) => `/orders/${id}`],
  ["sub_", (id) => `/subaccounts/${id}`],
  ["evt_", (id) => `/webhooks?event=${id}`],
  ["key_", () => "/people"],
  ["pf_", () => "/portfolios"],
  ["plk_", (id) => `/checkout/links/${id}`],
  ["whe_", (id) => `/webhooks?endpoint=${id}`],
  ["whs_", () => "/webhooks"],
  ["per_", () => "/people"],
];

/** Returns the subject's address below the account; null if it has no screen or was deleted. */
export function pathOf({ action, subject }: Entry): string | null {
  if (!subject || /deleted$|^test_/.test(action)) return null;
  // A deleted subaccount has no name.
  if (subject.id.startsWith("sub_") && subject.name === null) return null;
  const match = paths.find(([prefix]) => subject.id.startsWith(prefix));
  return match ? match[1](subject.id) : null;
}

/** Returns the subject's name; null if the action says it all. */
export function subjectText({ action, subject, data }: Entry): string | null {
  if (
    !subject ||
    /^(webhook_secret|test_callback|member\.invit|account\.|merchant_profile\.)/.test(action)
  ) {
    return null;
  }
  if (/^(impact_page|brand)\./.test(action) && subject.id.startsWith("acc_")) return "the account";
  const name = typeof data["name"] === "string" ? data["name"] : null;
  if (subject.id.startsWith("ord_") && subject.name) return shortNumber(subject.name);
  return subject.name ?? name ?? `…${subject.id.slice(-8)}`;
}

const actors: Record<Entry["actor"]["type"], string> = {
  person: "People",
  key: "API keys",
  system: "Carbon Till",
  public: "Customers",
};
export const actorOptions = Object.entries(actors).map(([value, text]) => ({ value, text }));

/** The actions that people search for most. */
export const actionOptions = [
  { value: "api_key.created", text: "API key created" },
  { value: "api_key.rotated", text: "API key rotated" },
  { value: "api_key.revoked", text: "API key revoked" },
  { value: "brand.set", text: "Brand changed" },
  { value: "checkout_session.created", text: "Checkout session created" },
  { value: "checkout_session.expired", text: "Checkout session expired" },
  { value: "event.redelivered", text: "Event resent" },
  { value: "events.redelivered", text: "Failed events resent" },
  { value: "impact_page.set", text: "Impact page configured" },
  { value: "member.invited", text: "Member invited" },
  { value: "member.set", text: "Member’s role changed" },
  { value: "member.removed", text: "Member removed" },
  { value: "merchant_profile.set", text: "Seller details changed" },
  { value: "order.cancelled", text: "Order cancelled" },
  { value: "payment_link.created", text: "Payment link created" },
  { value: "payment_link.updated", text: "Payment link updated" },
  { value: "payment_link.paused", text: "Payment link paused" },
  { value: "payment_link.resumed", text: "Payment link resumed" },
  { value: "portfolio.created", text: "Portfolio created" },
  { value: "portfolio.updated", text: "Portfolio updated" },
  { value: "subaccount.created", text: "Subaccount created" },
  { value: "subaccount.updated", text: "Subaccount updated" },
  { value: "subaccount.archived", text: "Subaccount archived" },
  { value: "subaccount.restored", text: "Subaccount restored" },
  { value: "subaccount.deleted", text: "Subaccount deleted" },
  { value: "test_callback.sent", text: "Test event sent" },
  { value: "webhook_endpoint.created", text: "Webhook endpoint created" },
  { value: "webhook_endpoint.deleted", text: "Webhook endpoint deleted" },
  { value: "webhook_endpoint.secret_rotated", text: "Webhook endpoint’s secret rotated" },
  { value: "webhook_endpoint.updated", text: "Webhook endpoint updated" },
  { value: "webhook_secret.rotated", text: "Callback secret rotated" },
];
