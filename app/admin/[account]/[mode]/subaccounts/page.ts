import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ subaccounts }, { list }) => [
  subaccounts.list.queryOptions(list()),
]);
