import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorOverview, operatorWorklist }) => [
  operatorOverview.month.queryOptions(),
  operatorOverview.get.queryOptions(),
  operatorOverview.system.queryOptions(),
  operatorOverview.restore.queryOptions(),
  operatorWorklist.counts.queryOptions(),
]);
