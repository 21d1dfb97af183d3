import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ orders }, { id }) => [orders.get.queryOptions({ id })]);
