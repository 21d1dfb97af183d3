import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ checkout }, { id }) => [checkout.get.queryOptions({ id })]);
