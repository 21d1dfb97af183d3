import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorSecurity }, { list }) => [
  operatorSecurity.list.queryOptions(list()),
]);
