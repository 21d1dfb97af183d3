import { withData } from "#admin/screen-page";
import Screen from "./screen";

export default withData(Screen, ({ webhookEndpoints }, { id }) => [
  webhookEndpoints.get.queryOptions({ id }),
]);
