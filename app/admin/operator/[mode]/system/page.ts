import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorLedger, operatorQueues }, { list }) => [
  operatorQueues.get.queryOptions(),
  operatorLedger.list.queryOptions({ limit: 1 }),
  operatorLedger.list.queryOptions(list()),
]);
