import { pollJobs } from "#ui/admin/job";
import type { ScreenQueries } from "#ui/admin/trpc";

const REFRESH_MS = 5_000;

export const queries = (({ operatorLedger, operatorQueues, operatorSecurity }, { get, list }) => {
  const isSecurity = get("show") === "security";
  const polled = { enabled: !isSecurity, refetchInterval: pollJobs };
  return {
    status: operatorQueues.get.queryOptions(undefined, {
      enabled: !isSecurity,
      refetchInterval: REFRESH_MS,
    }),
    newest: operatorLedger.list.queryOptions({ limit: 1 }, polled),
    checks: operatorLedger.list.queryOptions(list(), polled),
    securityEvents: operatorSecurity.list.queryOptions(list(["kind", "search"]), {
      enabled: isSecurity,
    }),
  };
}) satisfies ScreenQueries;
