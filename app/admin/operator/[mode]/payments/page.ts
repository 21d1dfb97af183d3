import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorPayments }, { list, filters }) => [
  operatorPayments.list.queryOptions(list()),
  operatorPayments.totals.queryOptions(filters()),
  operatorPayments.tasks.queryOptions(),
]);
