"use client";
import type { RouterOutput } from "#trpc/router";
import { SimpleTable } from "./table";

/** Tax to declare by the buyer's country and rule. */
export function TaxTable({
  label,
  rows,
}: {
  label: string;
  rows: RouterOutput["statements"]["get"]["taxes"];
}) {
  return (
    <SimpleTable
      label={label}
      columns={[
        { head: "Country of the buyer" },
        { head: "Tax" },
        { head: "Charged", align: "right", isExtra: true },
        { head: "Refunded or credited", align: "right", isExtra: true },
        { head: "Without tax", align: "right", isExtra: true },
        { head: "Tax to declare", align: "right" },
      ]}
      rows={rows.map((row) => ({
        key: row.key,
        cells: [row.country, row.tax, row.paid, row.refunded, row.net, row.due],
      }))}
    />
  );
}
