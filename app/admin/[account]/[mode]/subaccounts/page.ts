import { withData } from "#admin/with-data";
import { SUBACCOUNT_ROWS } from "#ui/admin/subaccount-options";
import Screen from "./screen";

export default withData(Screen, ({ subaccounts }, { list }) => [
  subaccounts.list.queryOptions({ ...list(), limit: SUBACCOUNT_ROWS }),
]);
