import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ audit }, { list }) => [audit.list.queryOptions(list())]);
