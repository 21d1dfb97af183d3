import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorAccounts }, { list }) => [
  operatorAccounts.list.queryOptions(list()),
]);
