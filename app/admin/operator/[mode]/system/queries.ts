import type { ScreenQueries } from "#ui/admin/screen-data";
import { pollTasks } from "#ui/admin/task";

const REFRESH_MS = 5_000;

export const queries = (({ operatorLedger, operatorQueues }, { list }) => ({
  status: operatorQueues.get.queryOptions(undefined, { refetchInterval: REFRESH_MS }),
  newest: operatorLedger.list.queryOptions({ limit: 1 }, { refetchInterval: pollTasks }),
  checks: operatorLedger.list.queryOptions(list(), { refetchInterval: pollTasks }),
})) satisfies ScreenQueries;
