// The reviewed list of SQL mutants that no test can kill, each with the reason.

export interface ListedSql {
  statement: string;
  change: string;
  reason: string;
}

export const listedSql: readonly ListedSql[] = [
  {
    statement: "inventory-dismiss-retirements",
    change: "drop lot.serial_first <= gone.serial_last",
    reason: "What ends behind the sold part of a lot ends behind its first serial, too.",
  },
];
