import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ portfolios }, { id }) => [portfolios.get.queryOptions({ id })]);
