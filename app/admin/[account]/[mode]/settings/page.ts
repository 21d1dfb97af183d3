import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ brand, merchant, portfolios, settings }) => [
  settings.get.queryOptions(),
  brand.get.queryOptions({ subaccount_id: null }),
  merchant.get.queryOptions(),
  portfolios.list.queryOptions(),
]);
