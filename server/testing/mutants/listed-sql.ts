// Reviewed list of SQL mutants that no test can kill, each with the reason.

export interface ListedSql {
  statement: string;
  change: string;
  reason: string;
}

export const listedSql: readonly ListedSql[] = [
  ...[
    { statement: "match-settle", change: "drop o.account_id = f.account_id" },
    { statement: "match-settle", change: "drop retired.account_id = ended.account_id" },
    { statement: "match-mark-tried", change: "drop o.account_id = t.account_id" },
  ].map((mutant) => ({
    ...mutant,
    reason:
      "An order's id is unique across accounts; the account's condition only selects an index.",
  })),
  {
    statement: "inventory-dismiss-retirements",
    change: "drop lot.serial_first <= gone.serial_last",
    reason: "A range that ends after the sold part of a lot also ends after its first serial.",
  },
  {
    statement: "orders-find-allocated",
    change: "drop r.account_id = o.account_id",
    reason:
      "An order's id is unique across accounts; the account's condition only selects an index.",
  },
  ...["", " (2)"].map((which) => ({
    statement: "orders-find-allocated",
    change: `drop x.account_id = r.account_id${which}`,
    reason:
      "An order's id is unique across accounts; the account's condition only selects an index.",
  })),
  ...["item.start_kg < r.lot_end_kg", "item.end_kg > r.lot_start_kg"].flatMap((condition) =>
    [`drop ${condition}`, `${condition} becomes ${condition.includes("<") ? "<=" : ">="}`].map(
      (change) => ({
        statement: "orders-find-allocated",
        change,
        reason: "Stretches apart share no kg; the condition only selects an index.",
      }),
    ),
  ),
  ...[
    "drop r.replaced_kg > 0",
    "r.replaced_kg > 0 becomes >=",
    "r.replaced_kg > 0 becomes >= (2)",
  ].map((change) => ({
    statement: "orders-find-allocated",
    change,
    reason: "Only credits with replaced kg have remedies; the condition only saves the search.",
  })),
  {
    statement: "orders-find-public",
    change: "drop s.account_id = o.account_id",
    reason:
      "A subaccount's id is unique across accounts; the account's condition only selects an index.",
  },
  {
    statement: "checkout-claim-payments",
    change: "drop p.account_id = due.account_id",
    reason: "Ids are unique across accounts; the account's condition only selects an index.",
  },
  {
    statement: "checkout-expire-open",
    change: "drop p.account_id = expired.account_id",
    reason:
      "A session's id is unique across accounts; the account's condition only selects an index.",
  },
  ...["session.account_id = due.account_id", "p.account_id = expired.account_id"].map(
    (condition) => ({
      statement: "checkout-expire-due",
      change: `drop ${condition}`,
      reason:
        "A session's id is unique across accounts; the account's condition only selects an index.",
    }),
  ),
];
