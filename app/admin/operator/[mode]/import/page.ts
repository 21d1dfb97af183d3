import { withData } from "#admin/screen-page";
import Screen from "./screen";

export default withData(Screen, ({ operatorImports }, { list }) => [
  operatorImports.list.queryOptions(list()),
]);
