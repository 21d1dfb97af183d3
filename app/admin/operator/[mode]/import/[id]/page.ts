import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorImports }, { id }) => [
  operatorImports.get.queryOptions({ id }),
]);
