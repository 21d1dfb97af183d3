"use client";
import type { RouterOutput } from "#trpc/router";
import { AffectedOrders, CreditParts } from "#ui/admin/evidence";
import { Time } from "#ui/admin/format";
import { IncidentBadge, incidentReason } from "#ui/admin/incident";
import { Detail, FactsPanel, Note, PageHead, Panel } from "#ui/admin/page";
import { useScreenData } from "#ui/admin/trpc";
import { Decide } from "./decide";
import { queries } from "./queries";
import { Substitute } from "./substitute";

type Incident = RouterOutput["operatorIncidents"]["get"];

function ExportRow({ incident: { row, registry } }: { incident: Incident }) {
  return (
    <FactsPanel
      title="The registry’s record"
      facts={{
        "Serial numbers": row.serials ?? "Not in the export",
        Beneficiary: row.beneficiary ?? "–",
        Date: row.retiredOn ?? "–",
        "Amount in tonnes": row.quantityKg === null ? "–" : row.quantityKg / 1000,
        Kind: row.kind,
        Project: row.projectRegistryId ?? "–",
        Vintage: row.vintageYear ?? "–",
        Reference: row.reference ?? "–",
        Reason: row.reason ?? "–",
        Note: row.note ?? "–",
        Registry: registry,
        Place: row.place,
      }}
      wide={["Serial numbers"]}
    />
  );
}

const explanations: Record<string, string> = {
  "Another beneficiary":
    "The registry shows these credits as retired for another beneficiary. Unless you decide before, the orders below are disputed a day after the import, and their certificates say so.",
  "No serial numbers":
    "The export names no serial numbers. By project, vintage and amount, the row could be the retirement below.",
  "Cancelled, not retired":
    "The registry has cancelled these credits: they are out of circulation, and no one can claim them. Record it, then substitute other credits for the orders below.",
  "Dated in the future": "The registry’s date is still to come, so it can’t be evidence yet.",
  "Dated before the sale":
    "The registry retired these credits before your orders got them. Look for the customer who had them retired then.",
  "Similar name":
    "The registry’s name is close to the one that was expected. Compare them, then record or give up.",
  "No beneficiary":
    "The export names no beneficiary, so it doesn’t show that this is your retirement.",
};

export default function IncidentPage() {
  const { incident: query } = useScreenData(queries);
  return (
    <Detail title="Evidence to decide" query={query}>
      {(incident) => (
        <>
          <PageHead
            title={incidentReason(incident)}
            intro={explanations[incidentReason(incident)]}
            actions={<IncidentBadge incident={incident} />}
          />
          <ExportRow incident={incident} />
          <Panel title="Your credits">
            {incident.proposal && (
              <Note className="mb-4">
                Expected beneficiary: <strong>{incident.proposal.beneficiary}</strong>
                {incident.proposal.isPool && " (shared by several customers)"}
              </Note>
            )}
            <CreditParts parts={incident.parts} />
            <AffectedOrders orders={incident.orders} />
          </Panel>
          {incident.state === "open" ? (
            <Decide incident={incident} />
          ) : (
            <Panel title="Decision" actions={<IncidentBadge incident={incident} />}>
              <p className="text-[0.9375rem]">{incident.note ?? "No note."}</p>
              {incident.resolvedOn && (
                <p className="mt-1 text-sm text-quiet">
                  <Time at={incident.resolvedOn} />
                </p>
              )}
            </Panel>
          )}
          {incident.lost && <Substitute id={incident.id} lost={incident.lost} />}
        </>
      )}
    </Detail>
  );
}
