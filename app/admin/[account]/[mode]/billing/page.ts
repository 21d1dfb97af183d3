import { withData } from "#admin/screen-page";
import Screen from "./screen";

export default withData(Screen, ({ billing }, { list }) => [
  billing.get.queryOptions(),
  billing.invoices.queryOptions(list()),
]);
