import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorLots }, { list, filters }) => [
  operatorLots.list.queryOptions(list()),
  operatorLots.filters.queryOptions(),
  operatorLots.totals.queryOptions(filters()),
]);
