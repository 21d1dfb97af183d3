import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorLots }, { list }) => [
  operatorLots.stock.queryOptions(list()),
  operatorLots.filters.queryOptions(),
]);
