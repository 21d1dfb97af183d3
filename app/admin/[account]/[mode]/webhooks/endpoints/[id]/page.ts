import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ webhookEndpoints }, { id }) => [
  webhookEndpoints.get.queryOptions({ id }),
]);
