"use client";
import { useQuery } from "@tanstack/react-query";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { StockBar } from "#ui/admin/mass-bars";
import { CodeFact, Detail, Empty, Fact, Facts, PageHead, Panel, useRouteId } from "#ui/admin/page";
import { type Column, DataTable, useListState } from "#ui/admin/table";
import { Time } from "#ui/admin/time";
import { useTRPC } from "#ui/admin/trpc";
import { LotState } from "./lot-state";

type Lot = RouterOutput["operatorLots"]["get"];
type Retirement = RouterOutput["operatorLots"]["retirements"]["data"][number];

function Details({ lot }: { lot: Lot }) {
  return (
    <Panel title="Details">
      <Facts>
        <Fact label="Remaining">
          {formatMass(lot.leftKg)} of {formatMass(lot.quantityKg)}
          <StockBar leftKg={lot.leftKg} ofKg={lot.quantityKg} />
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
        <CodeFact label="Serial numbers">{lot.serialNumberRange}</CodeFact>
        <CodeFact label="ID">{lot.id}</CodeFact>
        {lot.retirementUrl && (
          <Fact label="At the registry">
            <a href={lot.retirementUrl} className="link">
              {new URL(lot.retirementUrl).host}
            </a>
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

const columns: Column<Retirement>[] = [
  {
    head: "Order",
    cell: (retirement) => (
      <a href={`/certificates/${retirement.orderId}`} className="link font-medium">
        {retirement.accountName}
      </a>
    ),
  },
  {
    head: "Serial numbers",
    isExtra: true,
    cell: (retirement) => (
      <span className="text-sm break-all tabular-nums">{retirement.serialNumberRange}</span>
    ),
  },
  { head: "Retired", cell: (retirement) => <Time at={retirement.retiredOn} /> },
  { head: "Amount", align: "right", cell: (retirement) => formatMass(retirement.kg) },
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
      label="Retirements"
      columns={columns}
      keyOf={(retirement) => String(retirement.startKg)}
      query={list}
      empty={<Empty title="No retirements yet">Lots with older vintages are sold first.</Empty>}
    />
  );
}

export default function LotPage() {
  const id = useRouteId();
  const query = useQuery(useTRPC().operatorLots.get.queryOptions({ id }));
  return (
    <Detail title="Credit lot" query={query}>
      {(lot) => (
        <>
          <PageHead
            title={`${formatMass(lot.quantityKg)}, vintage ${lot.vintageYear}`}
            intro={lot.projectName}
          />
          <LotState lot={lot} />
          <Details lot={lot} />
          <h2 className="mb-3 font-semibold">Retirements</h2>
          <Retirements id={id} />
        </>
      )}
    </Detail>
  );
}
