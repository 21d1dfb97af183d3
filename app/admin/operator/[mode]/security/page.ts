import { withData } from "#admin/screen-page";
import Screen from "./screen";

export default withData(Screen, ({ operatorSecurity }, { list }) => [
  operatorSecurity.list.queryOptions(list()),
]);
