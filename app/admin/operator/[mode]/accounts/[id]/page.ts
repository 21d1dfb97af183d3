import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorAccounts }, { id }) => [
  operatorAccounts.get.queryOptions({ id }),
  operatorAccounts.prices.queryOptions({ id }),
]);
