import type { ScreenQueries } from "#ui/admin/trpc";
import { reportInput } from "./period";

export const queries = (({ reports }, { get, subaccountId }) => {
  const report = reportInput(subaccountId ?? get("subaccount_id"), get);
  const isOpen = { enabled: get("show") === "subaccount" && report.id !== "" };
  return {
    report: reports.get.queryOptions(report, isOpen),
    links: reports.links.queryOptions({ id: report.id }, isOpen),
  };
}) satisfies ScreenQueries;
