import { pollJob, pollJobs } from "#ui/admin/job";
import type { ScreenQueries } from "#ui/admin/trpc";

export const queries = (({ operatorImports }, { get, list }) => {
  const id = get("run") ?? "";
  return {
    run: operatorImports.get.queryOptions({ id }, { enabled: id !== "", refetchInterval: pollJob }),
    imports: operatorImports.list.queryOptions(list(), {
      enabled: id === "",
      refetchInterval: pollJobs,
    }),
  };
}) satisfies ScreenQueries;
