import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ links }, { list }) => [
  links.list.queryOptions(list()),
  links.totals.queryOptions(),
]);
