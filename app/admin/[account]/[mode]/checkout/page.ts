import { withData } from "#admin/with-data";
import { allSubaccounts } from "#ui/admin/subaccount-options";
import Screen from "./screen";

export default withData(Screen, ({ checkout, subaccounts }, { list, filters }) => [
  checkout.list.queryOptions(list()),
  checkout.totals.queryOptions(filters()),
  subaccounts.list.queryOptions(allSubaccounts),
]);
