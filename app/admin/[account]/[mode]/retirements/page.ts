import { withData } from "#admin/with-data";
import { allSubaccounts } from "#ui/admin/subaccount-options";
import Screen from "./screen";

export default withData(Screen, ({ retirements, subaccounts }, { list, filters }) => [
  retirements.list.queryOptions(list()),
  retirements.totals.queryOptions(filters()),
  subaccounts.list.queryOptions(allSubaccounts),
]);
