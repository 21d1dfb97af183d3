// Reviewed list of SQL mutants that no test can kill, each with the reason.

export interface ListedSql {
  statement: string;
  change: string;
  reason: string;
}

export const listedSql: readonly ListedSql[] = [
  ...[
    { statement: "match-settle", change: "drop o.account_id = f.account_id" },
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
