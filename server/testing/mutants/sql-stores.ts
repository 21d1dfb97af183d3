// Statements that guard money and credits, with the database tests of each.

export interface Store {
  name: string;
  statements: readonly string[];
  tests: readonly string[];
}

export const stores: readonly Store[] = [
  {
    name: "matching",
    statements: [
      "match-find-modes",
      "match-find-waiting",
      "match-take-orders",
      "match-take-tried-orders",
      "inventory-find-plans",
      "match-find-lots",
      "match-settle",
      "match-mark-tried",
    ],
    tests: ["server/domain/matching/match-store.test.ts"],
  },
  {
    name: "holds",
    statements: [
      "holds-insert",
      "holds-sum-held",
      "holds-find-for-orders",
      "holds-use",
      "holds-clear-freed",
    ],
    tests: ["server/domain/holds/hold-store.test.ts"],
  },
  {
    name: "orders",
    statements: [
      "orders-cancel",
      "orders-release",
      "orders-find-by-key",
      "orders-find-public",
      "orders-find-allocated",
      "orders-find-unfilled",
    ],
    tests: [
      "server/domain/orders/order-store.test.ts",
      "server/domain/orders/order-records.test.ts",
    ],
  },
  {
    name: "idempotency",
    statements: ["idempotency-claim", "idempotency-keep", "idempotency-find", "orders-insert"],
    tests: ["server/rest/idempotency-claims.test.ts"],
  },
  {
    name: "payments",
    statements: [
      "checkout-lock-session",
      "checkout-find-payment",
      "checkout-save-payment",
      "checkout-set-provider-payment-id",
      "checkout-poll-soon",
      "checkout-poll-payment-of-provider",
      "checkout-claim-payments",
      "checkout-record-notice",
      "checkout-expire-open",
      "checkout-expire-due",
    ],
    tests: ["server/domain/checkout/payments/store.test.ts"],
  },
  {
    name: "jobs",
    statements: ["jobs-enqueue", "jobs-claim", "jobs-finish", "jobs-extend"],
    tests: ["server/domain/queue/job-store.test.ts"],
  },
  {
    name: "lots",
    statements: [
      "inventory-find-lots",
      "inventory-find-holders",
      "inventory-find-named-lots",
      "inventory-insert-lots",
      "inventory-find-overlapped",
      "inventory-relink-lots",
      "inventory-stop-lots",
      "inventory-move-lot",
      "inventory-dismiss-retirements",
      "inventory-record-retired-serials",
      "inventory-find-retired-serials",
      "inventory-sum-sellable",
    ],
    tests: [
      "server/domain/inventory/lot-store.test.ts",
      "server/domain/inventory/lot-states.test.ts",
      "server/domain/inventory/sellable-stock.test.ts",
    ],
  },
  {
    name: "balances",
    statements: [
      "balances-add-entry",
      "balances-charge",
      "balances-find",
      "balances-lock",
      "balances-set-tax-rate",
      "balances-find-order",
      "balances-page",
    ],
    tests: ["server/modules/billing/balances/ledger-store.test.ts"],
  },
  {
    name: "billing",
    statements: [
      "billing-creditable-lines",
      "billing-group-lines",
      "billing-insert-credits",
      "billing-insert-lines",
      "billing-next-number",
      "billing-open-items",
      "billing-sum-by-rule",
      "billing-sum-charges",
      "billing-sum-invoice-orders",
      "billing-sums",
      "billing-unbilled",
      "billing-unbilled-days",
    ],
    tests: [
      "server/modules/billing/billing-store.test.ts",
      "server/modules/billing/invoice-orders.test.ts",
    ],
  },
  {
    name: "figures",
    statements: [
      "figures-find-paid-days",
      "figures-find-sold-days",
      "figures-sum-ordered",
      "figures-sum-paid",
      "figures-sum-sold",
    ],
    tests: [
      "server/domain/figures/figures-store.test.ts",
      "server/domain/figures/paid-store.test.ts",
    ],
  },
  {
    name: "statements",
    statements: ["statements-sum-billed", "statements-sum-taxes"],
    tests: [
      "server/modules/statements/billed-store.test.ts",
      "server/modules/statements/tax-store.test.ts",
    ],
  },
  {
    name: "prices",
    statements: ["catalogue-find-offer", "catalogue-find-factor"],
    tests: ["server/domain/catalogue/offers.test.ts"],
  },
];
