"use client";
// All credit lots, in the order in which they are used.
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { buttonClass } from "#ui/admin/button";
import { ListTools } from "#ui/admin/list-tools";
import { useOperator } from "#ui/admin/operator-shell";
import { Empty, PageHead } from "#ui/admin/page";
import { StockFill } from "#ui/admin/stock-fill";
import { type Column, DataTable, useListState } from "#ui/admin/table";
import { Title } from "#ui/admin/title";
import { useTRPC } from "#ui/admin/trpc";
import { LotStateBadge } from "./[id]/lot-state";

type Lot = RouterOutput["operatorLots"]["list"]["data"][number];

const nowrap = (kg: number) => <span className="whitespace-nowrap">{formatMass(kg)}</span>;

function useFilters() {
  const found = useQuery(useTRPC().operatorLots.filters.queryOptions()).data;
  const named = (list: readonly { id: string; name: string }[] = []) =>
    list.map(({ id, name }) => ({ value: id, text: name }));
  const years = found?.vintages ?? [];
  return [
    { name: "project", label: "Project", options: named(found?.projects) },
    { name: "category", label: "Category", options: named(found?.categories) },
    {
      name: "vintage",
      label: "Vintage",
      options: years.map((year) => ({ value: String(year), text: String(year) })),
    },
    {
      name: "stock",
      label: "Stock",
      options: [
        { value: "open", text: "On sale with stock" },
        { value: "stopped", text: "Stopped" },
      ],
    },
  ];
}

function useColumns(): Column<Lot>[] {
  const { base } = useOperator();
  return [
    {
      head: "Project",
      cell: (lot) => (
        <>
          <Link href={`${base}/lots/${encodeURIComponent(lot.id)}`} className="link font-medium">
            {lot.projectName}
          </Link>
          <span className="block max-w-44 truncate text-sm text-quiet tabular-nums sm:max-w-80">
            {lot.serialNumberRange}
          </span>
        </>
      ),
    },
    { head: "Vintage", cell: (lot) => lot.vintageYear },
    { head: "Source", isExtra: true, cell: (lot) => lot.registryName },
    { head: "Issued", align: "right", isExtra: true, cell: (lot) => nowrap(lot.quantityKg) },
    { head: "Retired", align: "right", isExtra: true, cell: (lot) => nowrap(lot.retiredKg) },
    {
      head: "Left",
      align: "right",
      cell: (lot) => (
        <>
          {lot.state !== "on_sale" && <LotStateBadge state={lot.state} />} {nowrap(lot.leftKg)}
          <StockFill leftKg={lot.leftKg} ofKg={lot.quantityKg} className="ml-auto w-20" />
        </>
      ),
    },
  ];
}

function Lots() {
  const { base } = useOperator();
  const { place, filters } = useListState();
  const { stock, ...asked } = filters("search", "project", "category", "vintage", "stock");
  const list = useQuery(
    useTRPC().operatorLots.list.queryOptions({
      ...place,
      ...asked,
      ...((stock === "open" || stock === "stopped") && { stock }),
    }),
  );
  const tools = useFilters();
  const columns = useColumns();
  return (
    <>
      <PageHead
        title="Credit lots"
        intro="What was bought to be sold on, in the order in which it is used: of a project the oldest vintage first."
        acts={
          <Link href={`${base}/import`} className={buttonClass("primary")}>
            Import
          </Link>
        }
      />
      <ListTools search="Lot id or serial number range" filters={tools} csv="lots" />
      <DataTable
        label="Credit lots"
        columns={columns}
        keyOf={(lot) => lot.id}
        query={list}
        empty={
          <Empty title="No credits yet">
            <p>Import a registry’s export, or a catalogue file with lots.</p>
          </Empty>
        }
      />
    </>
  );
}

export default function LotsPage() {
  return (
    <>
      <Title>Credit lots</Title>
      <Lots />
    </>
  );
}
