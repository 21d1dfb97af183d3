"use client";
import { formatMass } from "#core/mass";
import { IncidentBadge, type IncidentRow } from "#ui/admin/incident";
import { ListScreen } from "#ui/admin/list-screen";
import { ListTotals, massFigures } from "#ui/admin/list-totals";
import { useScreenData } from "#ui/admin/screen-data";
import { ScreenLink } from "#ui/admin/screen-link";
import type { Column } from "#ui/admin/table";
import { Time } from "#ui/admin/time";
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

function Row({ incident }: { incident: IncidentRow }) {
  const { row } = incident;
  return (
    <>
      <ScreenLink
        to={`/retirements/evidence/${incident.id}`}
        className="link font-medium wrap-anywhere"
      >
        {row.serials ?? row.projectRegistryId ?? row.place}
      </ScreenLink>
      <span className="block text-sm text-quiet">
        {row.beneficiary ?? "No beneficiary"}
        {row.retiredOn && `, ${row.retiredOn}`}
      </span>
    </>
  );
}

const columns: Column<IncidentRow>[] = [
  { head: "In the export", cell: (incident) => <Row incident={incident} /> },
  { head: "State", cell: (incident) => <IncidentBadge incident={incident} /> },
  {
    head: "Imported",
    isExtra: true,
    cell: ({ createdOn }) => <Time at={createdOn} />,
  },
  {
    head: "Amount",
    align: "right",
    isExtra: true,
    cell: (incident) => formatMass(kgOf(incident)),
  },
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
      keyOf={({ id }) => id}
      query={incidents}
      empty={[
        "Nothing to decide",
        "Rows of imported exports that don’t fit your orders appear here.",
      ]}
    />
  );
}
