import { withData } from "#admin/screen-page";
import Screen from "./screen";

export default withData(Screen, ({ webhookEndpoints, webhooks }, { list }) => [
  webhookEndpoints.list.queryOptions({ limit: 100 }),
  webhooks.list.queryOptions(list()),
]);
