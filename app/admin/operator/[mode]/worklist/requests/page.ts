import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorWorklist }, { list }) => [
  operatorWorklist.requests.queryOptions(list()),
  operatorWorklist.counts.queryOptions(),
]);
