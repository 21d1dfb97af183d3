import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ brand, impact, orders, subaccounts }, { id }) => [
  subaccounts.get.queryOptions({ id }),
  brand.get.queryOptions({ subaccount_id: id }),
  orders.list.queryOptions({ limit: 10, subaccount_id: id }),
  impact.get.queryOptions({ subaccount_id: id }),
]);
