import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ brand, portfolios, settings }) => [
  settings.get.queryOptions(),
  brand.get.queryOptions({ subaccount_id: null }),
  portfolios.list.queryOptions(),
]);
