"use client";
import { formatDay } from "#core/dates";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { Time } from "#ui/admin/format";
import { StockBar } from "#ui/admin/mass-bars";
import { Detail, Facts, FactsPanel, Identifier, Note, PageHead, Panel } from "#ui/admin/page";
import { type Column, DataTable } from "#ui/admin/table";
import { useScreenData } from "#ui/admin/trpc";
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
    <FactsPanel
      title="Details"
      facts={{
        Remaining: (
          <>
            {formatMass(lot.leftKg)} of {formatMass(lot.quantityKg)}
            <StockBar leftKg={lot.leftKg} ofKg={lot.quantityKg} />
          </>
        ),
        "Allocated to orders": formatMass(lot.retiredKg),
        "Retired at the registry": formatMass(lot.registryRetiredKg),
        Vintage: lot.vintageYear,
        Registry: lot.registryName,
        Imported: <Time at={lot.createdOn} />,
        Project: (
          <a href={`/projects/${lot.projectId}`} className="link">
            {lot.projectName}
          </a>
        ),
        "Serial numbers": <Identifier>{lot.serialNumberRange}</Identifier>,
        ID: <Identifier>{lot.id}</Identifier>,
        "At the registry": lot.retirementUrl && (
          <Link href={lot.retirementUrl}>{new URL(lot.retirementUrl).host}</Link>
        ),
      }}
    />
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
      <Facts
        facts={{
          Labels: <Labels labels={lot.labels} />,
          "Corresponding adjustment": (
            <>
              {adjustment === null ? NOT_STATED : adjustmentNames[adjustment]}
              {letter !== null && (
                <>
                  {", "}
                  <Link href={letter}>letter</Link>
                </>
              )}
            </>
          ),
          "Credit type": lot.creditType ?? NOT_STATED,
        }}
      />
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
  { head: "Allocated", at: (retirement) => retirement.retiredOn },
  { head: "Amount", kg: (retirement) => retirement.kg },
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
            empty={["No allocations yet", "Lots with older vintages are sold first."]}
          />
        </>
      )}
    </Detail>
  );
}
