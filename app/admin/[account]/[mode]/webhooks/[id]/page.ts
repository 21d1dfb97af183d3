import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ webhooks }, { id }) => [webhooks.get.queryOptions({ id })]);
