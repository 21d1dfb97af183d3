import type { ScreenQueries } from "#ui/admin/screen-data";
import { pollTask, pollTasks } from "#ui/admin/task";

export const queries = (({ operatorImports }, { get, list }) => {
  const id = get("run") ?? "";
  return {
    run: operatorImports.get.queryOptions(
      { id },
      { enabled: id !== "", refetchInterval: pollTask },
    ),
    imports: operatorImports.list.queryOptions(list(), {
      enabled: id === "",
      refetchInterval: pollTasks,
    }),
  };
}) satisfies ScreenQueries;
