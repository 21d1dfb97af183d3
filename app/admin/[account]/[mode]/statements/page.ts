import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ statements, subaccounts }, { list }) => [
  statements.get.queryOptions(list()),
  subaccounts.list.queryOptions({ limit: 100 }),
]);
