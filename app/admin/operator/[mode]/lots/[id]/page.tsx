"use client";
// A lot with what was retired from it, order by order.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { Empty, Loading, PageHead, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useRouteId } from "#ui/admin/route-id";
import { StockFill } from "#ui/admin/stock-fill";
import { type Column, DataTable, useListState } from "#ui/admin/table";
import { Time } from "#ui/admin/time";
import { Title } from "#ui/admin/title";
import { useTRPC } from "#ui/admin/trpc";
import { LotState } from "./lot-state";

type Shown = RouterOutput["operatorLots"]["get"];
type Retirement = RouterOutput["operatorLots"]["retirements"]["data"][number];

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-quiet">{label}</dt>
      <dd className="mt-0.5 text-[0.9375rem] break-words">{children}</dd>
    </div>
  );
}

function Facts({ lot }: { lot: Shown }) {
  return (
    <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
      <Fact label="Left">
        {formatMass(lot.leftKg)} of {formatMass(lot.quantityKg)}
        <StockFill leftKg={lot.leftKg} ofKg={lot.quantityKg} />
      </Fact>
      <Fact label="Retired">{formatMass(lot.retiredKg)}</Fact>
      <Fact label="Vintage">{lot.vintageYear}</Fact>
      <Fact label="Registry">{lot.registryName}</Fact>
      <Fact label="Imported">
        <Time at={lot.createdOn} />
      </Fact>
      <Fact label="Project">
        <a href={`/projects/${lot.projectId}`} className="link">
          {lot.projectName}
        </a>
      </Fact>
      <Fact label="Serial numbers">
        <code className="select-all">{lot.serialNumberRange}</code>
      </Fact>
      <Fact label="Id">
        <code className="select-all">{lot.id}</code>
      </Fact>
      {lot.retirementUrl && (
        <Fact label="At the registry">
          <a href={lot.retirementUrl} className="link">
            {new URL(lot.retirementUrl).host}
          </a>
        </Fact>
      )}
    </dl>
  );
}

const columns: Column<Retirement>[] = [
  {
    head: "Order",
    cell: (row) => (
      <a href={`/certificates/${row.orderId}`} className="link font-medium">
        {row.accountName}
      </a>
    ),
  },
  {
    head: "Serial numbers",
    isExtra: true,
    cell: (row) => <span className="text-sm break-all tabular-nums">{row.serialNumberRange}</span>,
  },
  { head: "Retired", cell: (row) => <Time at={row.retiredOn} /> },
  { head: "Amount", align: "right", cell: (row) => formatMass(row.kg) },
];

function Retirements({ id }: { id: string }) {
  const { get } = useListState();
  const [after, before] = [get("after"), get("before")];
  const list = useQuery(
    useTRPC().operatorLots.retirements.queryOptions({
      id,
      ...(after && { after }),
      ...(before && { before }),
    }),
  );
  return (
    <DataTable
      label="Retired from it"
      columns={columns}
      keyOf={(row) => String(row.startKg)}
      query={list}
      empty={
        <Empty title="Nothing was retired from it yet">
          <p>Its kilograms are used when those of older vintages are.</p>
        </Empty>
      }
    />
  );
}

function Lot({ id }: { id: string }) {
  const found = useQuery(useTRPC().operatorLots.get.queryOptions({ id }));
  if (found.error) return <ProblemNote error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Loading />;
  const lot = found.data;
  return (
    <>
      <PageHead
        title={`${formatMass(lot.quantityKg)} of ${lot.vintageYear}`}
        intro={lot.projectName}
      />
      <LotState lot={lot} />
      <Panel title="Details">
        <Facts lot={lot} />
      </Panel>
      <h2 className="mb-3 font-semibold">Retired from it</h2>
      <Retirements id={id} />
    </>
  );
}

export default function LotPage() {
  return (
    <>
      <Title>Credit lot</Title>
      <Lot id={useRouteId()} />
    </>
  );
}
