"use client";
import { IncidentBadge, type IncidentRow } from "#ui/admin/incident";
import { ListScreen } from "#ui/admin/list-screen";
import { ListTotals, massFigures } from "#ui/admin/list-totals";
import type { Column } from "#ui/admin/table";
import { useScreenData } from "#ui/admin/trpc";
import { Invalidate } from "./invalidate";
import { queries } from "./queries";

const filters = [
  {
    name: "kind",
    label: "Kind",
    options: [
      { value: "other_beneficiary", text: "Another beneficiary" },
      { value: "needs_confirmation", text: "Needs confirmation" },
    ],
  },
  { name: "state", label: "State", options: [{ value: "resolved", text: "Decided" }] },
];

const kgOf = ({ proposal }: IncidentRow) =>
  proposal?.items.reduce((kg, { startKg, endKg }) => kg + endKg - startKg, 0) ?? 0;

const columns: Column<IncidentRow>[] = [
  {
    head: "In the export",
    cell: ({ row }) => row.serials ?? row.projectRegistryId ?? row.place,
    to: ({ id }) => `/retirements/evidence/${id}`,
    note: ({ row: { beneficiary, retiredOn } }) =>
      [beneficiary ?? "No beneficiary", retiredOn].filter(Boolean).join(", "),
  },
  { head: "State", cell: (incident) => <IncidentBadge incident={incident} /> },
  { head: "Imported", isExtra: true, at: ({ createdOn }) => createdOn },
  { head: "Amount", isExtra: true, kg: (incident) => kgOf(incident) },
];

export function Incidents() {
  const { incidents, incidentTotals } = useScreenData(queries);
  return (
    <ListScreen
      title="Evidence to decide"
      intro="Rows of registry exports that name another beneficiary for your credits, or that are incomplete. Orders stay pending until you decide; another beneficiary is a public dispute after a day."
      actions={<Invalidate />}
      filters={filters}
      columns={columns}
      csv="incidents"
      totals={<ListTotals query={incidentTotals} rows="rows" figures={massFigures} />}
      query={incidents}
      empty={[
        "Nothing to decide",
        "Rows of imported exports that don’t fit your orders appear here.",
      ]}
    />
  );
}
