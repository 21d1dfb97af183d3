import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ retirements, subaccounts }, { list }) => [
  retirements.summary.queryOptions(list()),
  subaccounts.list.queryOptions({ limit: 100 }),
]);
