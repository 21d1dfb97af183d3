import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ billing }, { list }) => [
  billing.get.queryOptions(),
  billing.invoices.queryOptions(list()),
]);
