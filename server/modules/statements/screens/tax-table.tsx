"use client";
import type { RouterOutput } from "#trpc/router";
import { SimpleTable } from "#ui/admin/table";

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
      rows={rows}
      columns={[
        { head: "Country of the buyer", cell: (row) => row.country },
        { head: "Tax", cell: (row) => row.tax },
        { head: "Charged", align: "right", isExtra: true, cell: (row) => row.paid },
        {
          head: "Refunded or credited",
          align: "right",
          isExtra: true,
          cell: (row) => row.refunded,
        },
        { head: "Without tax", align: "right", isExtra: true, cell: (row) => row.net },
        { head: "Tax to declare", align: "right", cell: (row) => row.due },
      ]}
      keyOf={(row) => row.key}
    />
  );
}
