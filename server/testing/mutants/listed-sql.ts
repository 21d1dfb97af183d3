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
    statement: "orders-find-allocated",
    change: "drop record.mode = item.mode",
    reason: "A record's id is unique across modes; the mode's condition only selects an index.",
  },
  {
    statement: "orders-find-public",
    change: "drop s.account_id = o.account_id",
    reason:
      "A subaccount's id is unique across accounts; the account's condition only selects an index.",
  },
  ...[
    ["billing-creditable-lines", "drop c.account_id = l.account_id"],
    ["billing-group-lines", "drop o.account_id = l.account_id"],
    ["billing-group-lines", "drop s.account_id = o.account_id"],
    ["billing-insert-lines", "drop l.account_id = o.account_id"],
    ["billing-insert-lines", "drop billed.account_id = o.account_id"],
    ["billing-sum-charges", "drop l.account_id = i.account_id"],
    ["billing-sum-invoice-orders", "drop o.account_id = l.account_id"],
    ["billing-sum-invoice-orders", "drop l.account_id = $1"],
    ["billing-unbilled", "drop o.account_id = l.account_id"],
    ["billing-unbilled", "drop billed.account_id = l.account_id"],
    ["billing-unbilled-days", "drop o.account_id = l.account_id"],
    ["billing-unbilled-days", "drop billed.account_id = o.account_id"],
    ["figures-sum-paid", "drop c.account_id = p.account_id"],
    ["figures-sum-paid", "drop p.account_id = m.account_id"],
    ["statements-sum-taxes", "drop c.account_id = p.account_id"],
    ["statements-sum-taxes", "drop p.account_id = m.account_id"],
    ...["r", "d"].flatMap((row) =>
      ["", " (2)"].map((which) => [
        ...["statements-sum-taxes", `drop ${row}.account_id = m.account_id${which}`],
      ]),
    ),
  ].map(([statement = "", change = ""]) => ({
    ...{ statement, change },
    reason: "Ids are unique across accounts; the account's condition only selects an index.",
  })),
  ...["drop c.kind = 'credit_note'", "drop note.credits_invoice_id = l.invoice_id"].map(
    (change) => ({
      ...{ statement: "billing-creditable-lines", change },
      reason: "An order is on one invoice, so its other documents are this one's credit notes.",
    }),
  ),
  ...["billing-insert-lines", "billing-unbilled", "billing-unbilled-days"].flatMap((statement) => [
    {
      ...{ statement, change: "drop l.kind = 'order'" },
      reason: "A fulfilled order has one entry, its charge.",
    },
    {
      ...{ statement, change: "drop billed.kind = 'invoice'" },
      reason: "Only orders on an invoice are on a credit note.",
    },
  ]),
  {
    statement: "billing-sums",
    change: "drop i.id = ANY (CAST($1 AS text[]))",
    reason: "Sums of other documents are not read; the condition only saves them.",
  },
  {
    statement: "billing-open-items",
    change: "drop i.kind = 'invoice'",
    reason: "Credit notes are not due, which the next condition requires.",
  },
  ...["figures-find-paid-days", "figures-sum-paid", "statements-sum-taxes"].flatMap((statement) => [
    ...["drop p.paid_at IS NOT NULL", "drop f.paid_at IS NOT NULL"].map((change) => ({
      ...{ statement, change },
      reason: "A time that is null is in no period.",
    })),
    ...["drop f.fee > 0", "f.fee > 0 becomes >="].map((change) => ({
      ...{ statement, change },
      reason: "A fee of nothing adds nothing to the sums, and has its payment's time.",
    })),
  ]),
  ...["figures-find-paid-days", "statements-sum-taxes"].map((statement) => ({
    ...{ statement, change: "negate f.paid_at IS NOT NULL" },
    reason: "A fee has its payment's time, and is no part of the sum.",
  })),
  {
    statement: "statements-sum-taxes",
    change: "drop m.kind <> 'fee'",
    reason: "A fee is in its payment's group, and no part of the sums.",
  },
  ...["1", "9", "17", "25"].flatMap((account) =>
    [`drop a.mode = $${account}`, `drop o.mode = $${Number(account) + 3}`].map((change) => ({
      ...{ statement: "figures-sum-ordered", change },
      reason: "An order has its account's mode, and the statement compares both.",
    })),
  ),
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
