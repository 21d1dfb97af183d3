import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorAccounts, operatorBilling }, { id, list }) => [
  operatorAccounts.get.queryOptions({ id }),
  operatorAccounts.prices.queryOptions({ id }),
  operatorBilling.account.queryOptions({ id }),
  operatorBilling.invoices.queryOptions({ ...list<object>(), id }),
]);
