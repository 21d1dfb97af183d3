import { withData } from "#admin/screen-page";
import Screen from "./screen";

export default withData(Screen, ({ operatorImports }, { id }) => [
  operatorImports.get.queryOptions({ id }),
]);
