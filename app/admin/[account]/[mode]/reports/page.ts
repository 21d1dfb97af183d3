import { withData } from "#admin/with-data";
import { allSubaccounts } from "#ui/admin/subaccount-options";
import { reportInput } from "./period";
import Screen from "./screen";

export default withData(Screen, (trpc, { get, list, filters }) => {
  const { reports, retirements, statements } = trpc;
  const subaccounts = trpc.subaccounts.list.queryOptions(allSubaccounts);
  switch (get("show")) {
    case "disclosure":
      return [retirements.summary.queryOptions(list()), subaccounts];
    case "statement":
      return [statements.get.queryOptions(list()), subaccounts];
    case "subaccount": {
      const input = reportInput(get("subaccount_id"), get);
      if (input === null) return [subaccounts];
      const links = reports.links.queryOptions({ id: input.id });
      return [reports.get.queryOptions(input), links, subaccounts];
    }
    default:
      return [
        retirements.list.queryOptions(list()),
        retirements.totals.queryOptions(filters()),
        subaccounts,
      ];
  }
});
