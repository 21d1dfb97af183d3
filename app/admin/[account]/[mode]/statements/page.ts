import { withData } from "#admin/with-data";
import { allSubaccounts } from "#ui/admin/subaccount-options";
import Screen from "./screen";

export default withData(Screen, ({ statements, subaccounts }, { list }) => [
  statements.get.queryOptions(list()),
  subaccounts.list.queryOptions(allSubaccounts),
]);
