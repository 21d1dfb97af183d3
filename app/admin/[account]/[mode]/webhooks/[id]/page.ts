import { withData } from "#admin/screen-page";
import Screen from "./screen";

export default withData(Screen, ({ webhooks }, { id }) => [webhooks.get.queryOptions({ id })]);
