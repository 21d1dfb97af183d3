// The statements that guard money and credits, by what they guard, and the database tests of each.

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
      "match-take-turn",
      "match-take-orders",
      "match-take-tried-orders",
      "match-find-plans",
      "match-find-lots",
      "match-settle",
      "match-mark-tried",
    ],
    tests: ["server/domain/orders/match-store.test.ts"],
  },
];
