import { withData } from "#admin/with-data";
import { allSubaccounts } from "#ui/admin/subaccount-options";
import Screen from "./screen";

export default withData(Screen, ({ orders, subaccounts }, { list, filters }) => [
  orders.list.queryOptions(list()),
  orders.totals.queryOptions(filters()),
  subaccounts.list.queryOptions(allSubaccounts),
]);
