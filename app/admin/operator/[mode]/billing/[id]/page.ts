import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorBilling }, { id, list }) => [
  operatorBilling.account.queryOptions({ id }),
  operatorBilling.invoices.queryOptions({ ...list<object>(), id }),
]);
