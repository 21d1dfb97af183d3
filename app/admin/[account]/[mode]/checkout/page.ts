import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ checkout }, { list, filters }) => [
  checkout.list.queryOptions(list()),
  checkout.totals.queryOptions(filters()),
]);
