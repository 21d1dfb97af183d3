import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ webhookEndpoints }) => [
  webhookEndpoints.list.queryOptions({ limit: 100 }),
]);
