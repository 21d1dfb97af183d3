import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorWaiting }, { list }) => [
  operatorWaiting.list.queryOptions(list()),
  operatorWaiting.missing.queryOptions(),
]);
