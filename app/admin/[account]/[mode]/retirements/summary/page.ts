import { withData } from "#admin/with-data";
import { allSubaccounts } from "#ui/admin/subaccount-options";
import Screen from "./screen";

export default withData(Screen, ({ retirements, subaccounts }, { list }) => [
  retirements.summary.queryOptions(list()),
  subaccounts.list.queryOptions(allSubaccounts),
]);
