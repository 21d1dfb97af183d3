import { appUrl } from "#core/env";

/** A summary for integrators. The guide has the details. */
export function describeApi(): string {
  const points = [
    "**Keys.** Every operation except `GET /verify` and this document needs `Authorization: " +
      "Bearer <key>`. Each key has a mode: `ct_test_…` works on a sandbox, `ct_live_…` on real " +
      "stock. Neither sees data of the other mode. A key with the scope `read` can only read " +
      "and quote.",
    "**Units.** Amounts of credits are kg of CO₂e. Prices are whole numbers in minor units of " +
      "`currency`, such as cents; fields in `_usd_cents` repeat them for accounts in US dollars, " +
      "and are null for others. Times are UTC in ISO 8601. Ids are opaque strings.",
    "**Bodies** are JSON with `Content-Type: application/json`, except for logo uploads. " +
      "Fields that are not documented are rejected, and so are bodies that are compressed, have a " +
      "name twice, more than 200 fields or 20 levels, or take longer than 3 seconds to arrive (10 " +
      "above 64 KiB): a 408 `request-timeout`. New fields may be added to responses and " +
      "callbacks: ignore those that you don't know.",
    "**Idempotency.** POST requests that change something accept an `Idempotency-Key`. If " +
      "you repeat a request with the same key, it has its effect only once.",
    "**Lists** are `{data, has_more}`, newest first. Page through them with `starting_after` " +
      "and `ending_before`.",
    "**Errors** are RFC 9457 problems (`application/problem+json`) with a stable `code`. " +
      "`error_codes` has a code for each field of `errors`.",
    "**All paths.** A path that does not exist returns a 404 `not-found`. A method that a " +
      "path does not support returns a 405 `method-not-allowed` with an `Allow` header. " +
      "OPTIONS returns a 204 with `Allow`. HEAD returns the same as GET without the body. " +
      "Requests with more than 16 kB of headers are rejected with a 431 before they reach the " +
      "API.",
    "**Every response** also has `X-Content-Type-Options: nosniff` and `Referrer-Policy`, " +
      "and over https `Strict-Transport-Security`.",
    "**Deprecated operations** keep working until the day in their `Sunset` header, at least. They " +
      "also have `Deprecation` and `Link` headers.",
  ];
  return [
    "Sell carbon credits by the kilogram: quote, order, take payments, and show what was bought and what its registry has retired.",
    `**Read the guide at <${appUrl()}/docs>.** In short:`,
    points.map((point) => `- ${point}`).join("\n"),
  ].join("\n\n");
}

/** In the order of the documentation. */
export const tags: { name: string; description: string }[] = [
  {
    name: "Orders",
    description:
      "An order buys whole kilograms of credits from a portfolio. It starts as `placed` and " +
      "becomes `fulfilled` when credits for the whole amount are allocated to it, irrevocably and to no " +
      "other order. It then has a certificate that lists their serial numbers. `registry_status` " +
      "says whether their registry has retired them.",
  },
  {
    name: "Quotes",
    description:
      "Get the price of an amount of CO₂e, or the emissions and price of an activity: " +
      "travel, freight, or office space. Quotes are not stored. You can list the emission " +
      "factors behind them.",
  },
  {
    name: "Reservations",
    description:
      "A reservation keeps credits for you for a minute to a day, at a fixed price. An order or a " +
      "checkout session then uses its price and its credits.",
  },
  {
    name: "Checkout",
    description:
      "A checkout session lets a customer pay for credits on a hosted page. When it completes, it " +
      "results in an order.",
  },
  {
    name: "Payment links",
    description:
      "A payment link is a public page that you share with any number of customers: on a website, in " +
      "an email, or as a QR code. Each customer chooses an amount and gets a checkout session.",
  },
  {
    name: "Subaccounts",
    description:
      "Parts of your account, such as the shops of a platform, with their own name, logo, " +
      "orders, certificates and impact. Use the header `X-Subaccount-Id` to act for one.",
  },
  {
    name: "Portfolios",
    description: "Weighted collections of project categories, each with its price per tonne.",
  },
  {
    name: "Projects",
    description:
      "Where the credits come from, as described by the registry and the developer, and " +
      "project categories such as forests or biochar.",
  },
  {
    name: "Retirements",
    description:
      "Every kilogram that was set aside for your orders, flat, for bookkeeping and disclosures.",
  },
  {
    name: "Billing",
    description:
      "For accounts that pay the operator by monthly invoice or from a prepaid balance: the balance " +
      "that orders are charged to, invoices and credit notes.",
  },
  {
    name: "Statements",
    description:
      "Calendar months in UTC, for accounting: what was sold, at which price, with serial numbers and " +
      "evidence, and what customers paid. An account's cost and its customers' payments stay apart.",
  },
  {
    name: "Impact",
    description:
      "Credits of an account or subaccount, retired and pending apart: totals, equivalents, categories " +
      "and projects, and the public page that shows them.",
  },
  {
    name: "Verification",
    description:
      "Check, without a key, for whom credits were set aside and retired: by serial number, order number or " +
      "certificate link.",
  },
  {
    name: "Events",
    description:
      "Changes of orders, checkout sessions, payments and subaccounts, and their delivery to " +
      "callback URLs and webhook endpoints. Callbacks are signed with your account's secrets " +
      "(Standard Webhooks). You can send events again and test your receivers.",
  },
  {
    name: "Webhook endpoints",
    description:
      "Receivers of your account's events. Each selects event types and has its own secret. " +
      "Every event is sent at least once, and events about the same object are sent in order.",
  },
  {
    name: "Sandbox",
    description: "Start again with an empty test account. Live accounts can't be reset.",
  },
  { name: "Documents", description: "The API's own description." },
];
