import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorLots }, { filters, get, list }) => [
  operatorLots.filters.queryOptions(),
  ...(get("show") === "lots"
    ? [operatorLots.list.queryOptions(list()), operatorLots.totals.queryOptions(filters())]
    : [operatorLots.stock.queryOptions(list())]),
]);
