import { pollJob, pollJobs } from "#ui/admin/job";
import type { ScreenQueries } from "#ui/admin/trpc";

export const views = ["work", "waiting", "open", "refused", "evidence", "recorded"] as const;

export const queries = ((trpc, { get, list, filters, view }) => {
  const show = view(views);
  const comparison = get("comparison");
  const isWork = { enabled: show === "work" };
  const isRequests = { enabled: show === "waiting" || show === "open" || show === "refused" };
  const isEvidence = { enabled: show === "evidence" };
  const isRecorded = { enabled: show === "recorded" && !comparison };
  return {
    groups: trpc.operatorWorklist.groups.queryOptions(undefined, isWork),
    requests: trpc.operatorWorklist.requests.queryOptions(list(["show"]), isRequests),
    incidents: trpc.operatorIncidents.list.queryOptions(list(["kind", "state"]), isEvidence),
    incidentTotals: trpc.operatorIncidents.totals.queryOptions(
      filters(["kind", "state"]),
      isEvidence,
    ),
    records: trpc.operatorRetirements.list.queryOptions(list(["search", "registry"]), isRecorded),
    recordTotals: trpc.operatorRetirements.totals.queryOptions(
      filters(["search", "registry"]),
      isRecorded,
    ),
    policies: trpc.operatorPolicies.list.queryOptions(undefined, {
      enabled: isRecorded.enabled || isEvidence.enabled,
    }),
    comparisons: trpc.operatorDrift.list.queryOptions(
      { limit: 100 },
      { ...isRecorded, refetchInterval: pollJobs },
    ),
    comparison: trpc.operatorDrift.get.queryOptions(
      { id: comparison ?? "" },
      { enabled: Boolean(comparison), refetchInterval: pollJob },
    ),
  };
}) satisfies ScreenQueries;
