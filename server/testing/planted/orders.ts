import type { PlantedBug } from "./bug";

const match = "server/domain/matching/match-store.ts";
const store = "server/domain/orders/store.ts";
const ordersTest = "server/rest/orders.test.ts";
const idempotencyTest = "server/rest/idempotency.isolated.test.ts";

export const orderBugs: readonly PlantedBug[] = [
  {
    name: "total-price-rounds",
    description:
      "An order by total price is rounded to the nearest kg and may cost more than asked.",
    file: "server/domain/catalogue/price-rules.ts",
    target: "kgForTotal",
    find: "* KG_PER_TONNE_N)",
    replacement: "* KG_PER_TONNE_N + BigInt(pricePerTonneCents) / 2n)",
    caughtBy: [ordersTest],
  },
  {
    name: "emissions-in-doubles",
    description: "Emissions are multiplied in floating point before they are rounded up.",
    file: "server/domain/catalogue/factor-rules.ts",
    target: "ceilProduct",
    find: "return exponent < 0 ? (digits + power - 1n) / power : digits * power;",
    replacement: "return BigInt(Math.ceil(values.reduce((product, value) => product * value, 1)));",
    caughtBy: ["server/domain/catalogue/factor-rules.unit.test.ts"],
  },
  {
    name: "stale-offer",
    description: "Prices are cached in the process, so a price change goes unnoticed.",
    file: "server/domain/catalogue/offers.ts",
    target: "findOffer",
    find: "return row;",
    replacement: `const memory = findOffer as { offers?: Map<string, OfferRow | undefined> };
      memory.offers ??= new Map();
      const key = JSON.stringify(query);
      if (!memory.offers.has(key)) memory.offers.set(key, row);
      return memory.offers.get(key);`,
    caughtBy: ["server/domain/catalogue/prices.test.ts"],
  },
  {
    name: "price-overwritten",
    description: "A category's price is read before it is written, without comparing it again.",
    file: "server/domain/catalogue/prices.ts",
    target: "setCategoryPrices",
    find: "{ mode, id, ...expected }",
    replacement: "{ mode, id }",
    caughtBy: ["server/domain/catalogue/prices.test.ts"],
  },
  {
    name: "portfolio-of-another-account",
    description: "Anyone can buy from an account's own portfolio by naming its id.",
    file: "server/domain/catalogue/offers.ts",
    target: "findPortfolio",
    find: 'eb.or([eb("p.accountId", "is", null), eb("p.accountId", "=", offer.accountId)])',
    replacement: "eb.lit(true)",
    caughtBy: ["server/domain/catalogue/own-portfolios.test.ts"],
  },
  {
    name: "order-key-unclaimed",
    description: "An order is written without its idempotency key: a retry places it again.",
    file: "server/domain/orders/place-order.ts",
    target: "writeOrder",
    find: "insertOrder(ctx.db, order, ctx.claim)",
    replacement: "insertOrder(ctx.db, order)",
    caughtBy: [idempotencyTest],
  },
  {
    name: "key-ignores-subaccount",
    description: "An idempotency key is compared by the body alone, without the subaccount.",
    file: "server/rest/route.ts",
    target: "runWrite",
    find: "hashRequest(endpoint.method, endpoint.path, input)",
    replacement: "hashRequest(endpoint.method, endpoint.path, input.params, input.body)",
    caughtBy: [idempotencyTest],
  },
  {
    name: "kept-answer-of-any-account",
    description: "The stored response for an idempotency key is looked up without the account.",
    file: "server/rest/idempotency.ts",
    target: "findResponse",
    find: '.where("accountId", "=", claim.accountId)',
    replacement: "",
    caughtBy: [idempotencyTest],
  },
  {
    name: "keys-kept-for-minutes",
    description:
      "Seconds are taken for milliseconds: idempotency keys are forgotten within the hour.",
    file: "server/core/idempotency-keys.ts",
    target: "LIFETIME_MS",
    find: "3_600_000",
    replacement: "3_600",
    caughtBy: ["server/jobs/queues.isolated.test.ts"],
  },
  {
    name: "order-of-any-account",
    description: "An order is found by its id alone.",
    file: store,
    target: "find",
    find: '.where("accountId", "=", order.accountId)',
    replacement: "",
    caughtBy: [ordersTest],
  },
  {
    name: "cancelled-without-event",
    description: "A cancellation is committed without its event, so no receiver is notified.",
    file: "server/domain/orders/cancel-order.ts",
    target: "cancelPlacedOrder",
    find: `await emitEvents(ctx, [
    { accountId, subjectId: id, subaccountId, sequence: 1, type: "order.cancelled", callbackUrl },
  ]);`,
    replacement: "",
    caughtBy: ["server/rest/events.test.ts"],
  },
  {
    name: "previous-page-from-the-top",
    description: "The page before a cursor is the newest page, not the one next to the cursor.",
    file: store,
    target: "pageQuery",
    find: 'direction === "newer" ? "asc" : "desc"',
    replacement: '"desc"',
    caughtBy: [ordersTest],
  },
  {
    name: "ties-in-no-order",
    description: "A list sorted by amount has no order among equal amounts: its pages skip some.",
    file: "server/domain/orders/search-orders.ts",
    target: "findOrdersBy",
    find: `([\`o.\${keys[by]}\`, "o.id"] as const)`,
    replacement: `([\`o.\${keys[by]}\`] as const)`,
    caughtBy: ["server/domain/orders/search-orders.test.ts"],
  },
  {
    name: "matching-without-its-lock",
    description: "Workers match the same mode at once because the catalogue's row is not locked.",
    file: match,
    target: "takeCatalogue",
    find: ".forUpdate()\n    .skipLocked()",
    replacement: "",
    caughtBy: ["server/domain/matching/match-orders.test.ts"],
  },
  {
    name: "stopped-lot-sold",
    description: "Matching sells from lots whose sale was stopped.",
    file: match,
    target: "findOpenLots",
    find: ".where(sellable)",
    replacement: "",
    caughtBy: ["server/domain/inventory/stopped-lots.test.ts"],
  },
  {
    name: "present-parts-for-past-price",
    description:
      "An order is filled by its portfolio's present parts, not by those that it paid for.",
    file: match,
    target: "takeOrdersWhere",
    find: 'eb.fn.coalesce("splitPortfolioId", "portfolioId")',
    replacement: 'eb.ref("portfolioId")',
    caughtBy: ["server/domain/catalogue/own-portfolio-changes.test.ts"],
  },
];
