import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ retirements, subaccounts }, { list, filters }) => [
  retirements.list.queryOptions(list()),
  retirements.totals.queryOptions(filters()),
  subaccounts.list.queryOptions({ limit: 100 }),
]);
