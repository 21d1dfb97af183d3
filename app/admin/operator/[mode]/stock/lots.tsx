"use client";
import { useState } from "react";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { ListScreen } from "#ui/admin/list-screen";
import { ListTotals } from "#ui/admin/list-totals";
import { StockBar } from "#ui/admin/mass-bars";
import { ButtonLink } from "#ui/admin/screen-link";
import { type Column, useListState } from "#ui/admin/table";
import { useScreenData } from "#ui/admin/trpc";
import { LotStateBadge } from "./[id]/lot-state";
import { queries } from "./queries";
import { WithdrawLots } from "./withdraw";

type Lot = RouterOutput["operatorLots"]["list"]["data"][number];
type Totals = RouterOutput["operatorLots"]["totals"];

const toOptions = (list: readonly { id: string; name: string }[] = []) =>
  list.map(({ id, name }) => ({ value: id, text: name }));

function filtersOf(data: RouterOutput["operatorLots"]["filters"] | undefined) {
  const years = (data?.vintages ?? []).map(String);
  return [
    { name: "project", label: "Project", options: toOptions(data?.projects) },
    { name: "category", label: "Category", options: toOptions(data?.categories) },
    {
      name: "vintage",
      label: "Vintage",
      options: years.map((year) => ({ value: year, text: year })),
    },
    {
      name: "stock",
      label: "Stock",
      options: [
        { value: "open", text: "On sale, with stock" },
        { value: "stopped", text: "Stopped" },
      ],
    },
  ];
}

const columns: Column<Lot>[] = [
  {
    head: "Project",
    cell: (lot) => lot.projectName,
    to: (lot) => `/stock/${encodeURIComponent(lot.id)}`,
    note: (lot) => (
      <span className="block truncate tabular-nums sm:max-w-80">{lot.serialNumberRange}</span>
    ),
  },
  { head: "Vintage", cell: (lot) => lot.vintageYear },
  { head: "Registry", isExtra: true, cell: (lot) => lot.registryName },
  { head: "Issued", isExtra: true, kg: (lot) => lot.quantityKg },
  { head: "Allocated", isExtra: true, kg: (lot) => lot.retiredKg },
  {
    head: "Remaining",
    align: "right",
    cell: (lot) => (
      <>
        {lot.state !== "on_sale" && <LotStateBadge state={lot.state} />} {formatMass(lot.leftKg)}
        <StockBar leftKg={lot.leftKg} ofKg={lot.quantityKg} className="ml-auto w-20" />
      </>
    ),
  },
];

function figuresOf({ sums }: Totals) {
  if (!sums) return [];
  return [
    { label: "Issued", value: formatMass(sums.quantityKg) },
    { label: "Retired", value: formatMass(sums.retiredKg) },
    { label: "Remaining on sale", value: formatMass(sums.leftKg) },
  ];
}

export function Lots() {
  const [keys, change] = useState<ReadonlySet<string>>(new Set());
  const isSearch = useListState().get("search");
  const { choices, lots, totals } = useScreenData(queries);
  return (
    <ListScreen
      title="Credit lots"
      intro="Credits you bought, in the order they are sold: for each project, the oldest vintage first."
      actions={
        <ButtonLink to="/import" variant="primary">
          Import credits
        </ButtonLink>
      }
      search="Lot ID or serial number…"
      filters={filtersOf(choices.data)}
      csv="lots"
      totals={!isSearch && <ListTotals query={totals} rows="lots" figures={figuresOf} />}
      above={<WithdrawLots keys={keys} change={change} />}
      selection={{ keys, change }}
      columns={columns}
      query={lots}
      empty={["No credits yet", "Import a registry’s export, or a catalogue file with lots."]}
    />
  );
}
