import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorTransfers }, { list }) => [
  operatorTransfers.list.queryOptions(list()),
]);
