import type { RouterOutput } from "#trpc/router";
import { Badge, StateBadge, type StateLabel } from "./page";

export type IncidentRow = RouterOutput["operatorIncidents"]["list"]["data"][number];

const waiting = {
  no_serials: "No serial numbers",
  no_beneficiary: "No beneficiary",
  no_date: "No date",
  future_date: "Dated in the future",
  before_allocation: "Dated before the sale",
  similar_name: "Similar name",
  cancelled: "Cancelled, not retired",
  rest_for_sale: "Rest of the tonne is for sale",
  in_dispute: "In dispute before",
  rows_differ: "Rows contradict each other",
} as const;

const resolutions = new Map<string | null, StateLabel>([
  ["ours", { tone: "good", text: "Recorded as evidence" }],
  ["theirs", { tone: "bad", text: "Retired for another" }],
  ["dismissed", { tone: "neutral", text: "Dismissed" }],
]);

export function incidentReason({ kind, row }: Pick<IncidentRow, "kind" | "row">): string {
  if (kind === "other_beneficiary") return "Another beneficiary";
  return row.waitsFor ? waiting[row.waitsFor] : "Needs confirmation";
}

export function IncidentBadge({
  incident,
}: {
  incident: Pick<IncidentRow, "kind" | "state" | "resolution" | "row" | "disputedOn">;
}) {
  if (incident.state === "resolved") {
    return (
      <StateBadge
        state={
          resolutions.get(incident.resolution) ?? {
            tone: "neutral",
            text: "Resolved",
          }
        }
      />
    );
  }
  if (incident.disputedOn) return <Badge tone="bad">In dispute</Badge>;
  return <Badge tone="pending">{incidentReason(incident)}</Badge>;
}
