"use client";
// What is left of each project and vintage, and what runs out first.
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { ListTools } from "#ui/admin/list-tools";
import { useOperator } from "#ui/admin/operator-shell";
import { Badge, Empty, PageHead } from "#ui/admin/page";
import { StockFill } from "#ui/admin/stock-fill";
import { type Column, DataTable, useListState } from "#ui/admin/table";
import { Title } from "#ui/admin/title";
import { useTRPC } from "#ui/admin/trpc";

type Row = RouterOutput["operatorLots"]["stock"]["data"][number];

const SOON_DAYS = 30;

function Lasts({ row }: { row: Row }) {
  if (row.leftKg === 0) return <Badge look="bad">Used up</Badge>;
  if (row.daysLeft === null) return <Badge look="quiet">Not used lately</Badge>;
  const days = row.daysLeft === 1 ? "1 day" : `${row.daysLeft.toLocaleString("en-US")} days`;
  return (
    <Badge look={row.daysLeft < SOON_DAYS ? "waits" : "good"}>
      {row.daysLeft === 0 ? "Less than a day" : days}
    </Badge>
  );
}

function Vintages({ row }: { row: Row }) {
  const most = Math.max(...row.vintages.map(({ quantityKg }) => quantityKg));
  const [first, last] = [row.vintages[0]?.year, row.vintages.at(-1)?.year];
  const count = `${row.vintages.length} vintages, ${first} to ${last}`;
  return (
    <details className="mt-1 text-sm">
      <summary className="cursor-pointer rounded text-quiet">
        {first === last ? `Vintage ${first}` : count}
      </summary>
      <ul className="mt-2 w-44 space-y-2 sm:w-64">
        {row.vintages.map(({ year, quantityKg, leftKg }) => (
          <li key={year}>
            <p className="flex justify-between gap-3 tabular-nums">
              <span>{year}</span>
              <span className="text-quiet">
                {formatMass(leftKg)} of {formatMass(quantityKg)}
              </span>
            </p>
            <StockFill leftKg={leftKg} ofKg={quantityKg} share={quantityKg / most} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function useColumns(): Column<Row>[] {
  const { base } = useOperator();
  return [
    {
      head: "Project",
      sort: "name",
      cell: (row) => (
        <>
          <Link
            href={`${base}/lots?project=${encodeURIComponent(row.projectId)}`}
            className="link font-medium"
          >
            {row.projectName}
          </Link>
          <Vintages row={row} />
        </>
      ),
    },
    {
      head: "Left",
      sort: "left",
      align: "right",
      cell: (row) => (
        <>
          <span className="whitespace-nowrap">{formatMass(row.leftKg)}</span>
          <span className="block text-sm whitespace-nowrap text-quiet">
            of {formatMass(row.quantityKg)}
          </span>
          <StockFill leftKg={row.leftKg} ofKg={row.quantityKg} className="ml-auto w-20" />
        </>
      ),
    },
    {
      head: "A day",
      sort: "rate",
      align: "right",
      isExtra: true,
      cell: (row) => (row.perDayKg === 0 ? "–" : formatMass(Math.ceil(row.perDayKg))),
    },
    { head: "Lasts", sort: "days", cell: (row) => <Lasts row={row} /> },
  ];
}

const within = [7, 30, 90].map((days) => ({
  value: String(days),
  text: `Lasts less than ${days} days`,
}));

function Stock() {
  const { place, filters } = useListState();
  const trpc = useTRPC();
  const { sort, ...asked } = filters("category", "within", "sort");
  const list = useQuery(
    trpc.operatorLots.stock.queryOptions({ ...place, ...asked, ...(sort && { sort }) }),
  );
  const known = useQuery(trpc.operatorLots.filters.queryOptions()).data;
  const categories = (known?.categories ?? []).map(({ id, name }) => ({ value: id, text: name }));
  const columns = useColumns();
  const total = list.data?.total;
  return (
    <>
      <PageHead
        title="Stock"
        intro={
          <>
            How long each project lasts at what was retired of it in the last 30 days, what runs out
            first on top.{" "}
            {total && `${formatMass(total.leftKg)} are left of ${total.projects} projects.`}
          </>
        }
      />
      <ListTools
        filters={[
          { name: "category", label: "Category", options: categories },
          { name: "within", label: "Lasts", options: within },
        ]}
        csv="stock"
      />
      <DataTable
        label="Stock by project"
        columns={columns}
        keyOf={(row) => row.projectId}
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

export default function StockPage() {
  return (
    <>
      <Title>Stock</Title>
      <Stock />
    </>
  );
}
