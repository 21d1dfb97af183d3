import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ checkout }, { list, filters }) => [
  checkout.payments.queryOptions(list()),
  checkout.paymentTotals.queryOptions(filters()),
]);
