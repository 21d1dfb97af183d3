import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ orders, overview }) => [
  orders.list.queryOptions({ limit: 5 }),
  overview.status.queryOptions(),
  overview.impact.queryOptions(),
  overview.history.queryOptions(),
]);
