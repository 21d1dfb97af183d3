"use client";
import { formatDay } from "#core/dates";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { StockBar } from "#ui/admin/mass-bars";
import { CodeFact, Detail, Empty, Fact, Facts, Note, PageHead, Panel } from "#ui/admin/page";
import { useScreenData } from "#ui/admin/screen-data";
import { type Column, DataTable } from "#ui/admin/table";
import { Time } from "#ui/admin/time";
import { adjustmentNames, NOT_STATED } from "#ui/attributes";
import { LotCost } from "./lot-cost";
import { LotState } from "./lot-state";
import { queries } from "./queries";

type Lot = RouterOutput["operatorLots"]["get"];
type Retirement = RouterOutput["operatorLots"]["retirements"]["data"][number];

function Link({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="link" rel="noreferrer">
      {children}
    </a>
  );
}

function Details({ lot }: { lot: Lot }) {
  return (
    <Panel title="Details">
      <Facts>
        <Fact label="Remaining">
          {formatMass(lot.leftKg)} of {formatMass(lot.quantityKg)}
          <StockBar leftKg={lot.leftKg} ofKg={lot.quantityKg} />
        </Fact>
        <Fact label="Allocated to orders">{formatMass(lot.retiredKg)}</Fact>
        <Fact label="Retired at the registry">{formatMass(lot.registryRetiredKg)}</Fact>
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
            <Link href={lot.retirementUrl}>{new URL(lot.retirementUrl).host}</Link>
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

function Labels({ labels }: Pick<Lot, "labels">) {
  if (labels.length === 0) return NOT_STATED;
  return (
    <ul>
      {labels.map(({ scheme, granted_on, source_url }) => (
        <li key={scheme}>
          {source_url === null ? scheme : <Link href={source_url}>{scheme}</Link>}
          {granted_on !== null && `, granted on ${formatDay(granted_on)}`}
        </li>
      ))}
    </ul>
  );
}

function Disclosure({ lot }: { lot: Lot }) {
  const { correspondingAdjustment: adjustment, correspondingAdjustmentUrl: letter } = lot;
  return (
    <Panel title="Facts for disclosures">
      <Facts>
        <Fact label="Labels">
          <Labels labels={lot.labels} />
        </Fact>
        <Fact label="Corresponding adjustment">
          {adjustment === null ? NOT_STATED : adjustmentNames[adjustment]}
          {letter !== null && (
            <>
              {", "}
              <Link href={letter}>letter</Link>
            </>
          )}
        </Fact>
        <Fact label="Credit type">{lot.creditType ?? NOT_STATED}</Fact>
      </Facts>
      <Note className="mt-4">
        Labels and adjustments that are granted later come in with the next import of the lot.
      </Note>
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
  { head: "Allocated", cell: (retirement) => <Time at={retirement.retiredOn} /> },
  { head: "Amount", align: "right", cell: (retirement) => formatMass(retirement.kg) },
];

export default function LotPage() {
  const { lot: query, retirements } = useScreenData(queries);
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
          <LotCost lot={lot} />
          <Disclosure lot={lot} />
          <h2 className="mb-3 font-semibold">Allocations</h2>
          <DataTable
            label="Allocations"
            columns={columns}
            keyOf={(retirement) => String(retirement.startKg)}
            query={retirements}
            empty={
              <Empty title="No allocations yet">Lots with older vintages are sold first.</Empty>
            }
          />
        </>
      )}
    </Detail>
  );
}
