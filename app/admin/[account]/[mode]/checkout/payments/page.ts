import { withData } from "#admin/with-data";
import { allSubaccounts } from "#ui/admin/subaccount-options";
import Screen from "./screen";

export default withData(Screen, ({ checkout, subaccounts }, { list, filters }) => [
  checkout.payments.queryOptions(list()),
  checkout.paymentTotals.queryOptions(filters()),
  subaccounts.list.queryOptions(allSubaccounts),
]);
