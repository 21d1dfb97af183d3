import { reportQueries, reportTabs } from "#screens/reports";
import { allSubaccounts } from "#ui/admin/subaccount-options";
import type { ScreenQueries } from "#ui/admin/trpc";
import { reportInput } from "./period";

const views = ["retirements", "statement", "subaccount"] as const;
const names = ["from", "to", "subaccount_id", "registry", "registry_status"] as const;

export const queries = ((trpc, inputs) => {
  const { filters, get, list, subaccountId, view } = inputs;
  const isOfModule = reportTabs.some(({ show }) => show === get("show"));
  const show = isOfModule ? null : view(views);
  const isOpen = (name: (typeof views)[number]) => ({ enabled: show === name });
  const report = reportInput(subaccountId ?? get("subaccount_id"), get);
  const isReport = { enabled: show === "subaccount" && report.id !== "" };
  return {
    retirements: trpc.retirements.list.queryOptions(list(names), isOpen("retirements")),
    totals: trpc.retirements.totals.queryOptions(filters(names), isOpen("retirements")),
    statement: trpc.statements.get.queryOptions(
      list(["month", "subaccount_id"]),
      isOpen("statement"),
    ),
    report: trpc.reports.get.queryOptions(report, isReport),
    links: trpc.reports.links.queryOptions({ id: report.id }, isReport),
    subaccounts: trpc.subaccounts.list.queryOptions(allSubaccounts, {
      enabled: subaccountId === null,
    }),
    ...reportQueries(trpc, inputs),
  };
}) satisfies ScreenQueries;
