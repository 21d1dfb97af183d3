// What the OpenAPI document says of the API as a whole, and of each group of operations.
import { appUrl } from "#core/env";

/** What every integrator must know, in short; the guide says it at length. */
export function describeApi(): string {
  const points = [
    "**Keys.** Every operation but `GET /verify` and this document needs " +
      "`Authorization: Bearer <key>`. A key is of one mode: `ct_test_…` works on a sandbox, `ct_live_…` on the real stock; neither sees what " +
      "the other made. A key of the scope `read` may only read and quote.",
    "**Units.** Amounts are kg of CO₂e, prices whole US cents, times UTC in ISO 8601. Ids are " +
      "opaque text.",
    "**Bodies** are JSON with `Content-Type: application/json`, except a logo's upload. Fields " +
      "that are not described are refused. Answers and callbacks may get new fields: ignore those " +
      "that you don't know.",
    "**Idempotency.** POST requests that change something take an `Idempotency-Key`: sent again " +
      "with it, they have their effect once.",
    "**Lists** are `{data, has_more}`, newest first; `starting_after` and `ending_before` walk " +
      "through them.",
    "**Errors** are RFC 9457 problems (`application/problem+json`) with a stable `code`; " +
      "`error_codes` has a code for each field of `errors`.",
    "**Any path.** A path that does not exist is a 404 `not-found`. A method that a path does not " +
      "have is a 405 `method-not-allowed` with an `Allow` header. OPTIONS answers 204 with " +
      "`Allow`; HEAD answers as GET does, without the body. Headers of more than 16 kB in all are " +
      "refused with a 431, before the API.",
    "**Every answer** also has `X-Content-Type-Options: nosniff` and `Referrer-Policy`, and over " +
      "https `Strict-Transport-Security`.",
    "**Deprecated operations** keep working, and say so by `Deprecation` and `Link` headers.",
  ];
  return [
    "Sell carbon credits by the kilogram: quote, order, let customers pay, show what was retired.",
    `**The guide for people is at <${appUrl()}/docs>.** In short:`,
    points.map((point) => `- ${point}`).join("\n"),
  ].join("\n\n");
}

/** The groups of operations, in the order in which they are shown. */
export const tags: { name: string; description: string }[] = [
  {
    name: "Orders",
    description:
      "An order buys whole kilograms of credits from a portfolio. It is `placed` at once, becomes " +
      "`fulfilled` when credits of that amount have been retired for it, and then has a " +
      "certificate that names their serial numbers.",
  },
  {
    name: "Quotes",
    description:
      "What a mass of CO₂e costs, or what an activity causes and costs: travel, freight, office " +
      "space. Nothing is kept of a quote. The emission factors behind them can be read.",
  },
  {
    name: "Checkout",
    description:
      "A checkout session lets a customer pay for credits on a hosted page. When it completes, it " +
      "results in an order.",
  },
  {
    name: "Subaccounts",
    description:
      "Parts of the account, such as the shops of a platform, with a name, a logo, orders, " +
      "certificates and impact of their own. The header `X-Subaccount-Id` acts for one.",
  },
  {
    name: "Portfolios",
    description: "Weighted collections of project categories, each with its price per kg.",
  },
  {
    name: "Projects",
    description:
      "Where the credits come from, as the registry and the developer describe it; and the " +
      "categories of projects, such as forests or biochar.",
  },
  {
    name: "Impact",
    description:
      "What an account or subaccount has retired: totals, equivalents, categories and projects, " +
      "and the public page that shows them.",
  },
  {
    name: "Verification",
    description:
      "Anybody can check, without a key, whether credits were retired: by serial number, order " +
      "number or certificate link.",
  },
  {
    name: "Events",
    description:
      "What happened to orders, checkout sessions, payments and subaccounts, and the attempts to " +
      "deliver it to an order's callback URL and to webhook endpoints. Callbacks are signed by " +
      "Standard Webhooks, with the account's secrets; they can be sent again, and receivers can be " +
      "tested.",
  },
  {
    name: "Webhook endpoints",
    description:
      "They receive the events of the account, of the types that each names, signed " +
      "with a secret of its own. Each event is sent at least once, and those about one subject in " +
      "their order.",
  },
  { name: "Documents", description: "The API's description of itself." },
];
