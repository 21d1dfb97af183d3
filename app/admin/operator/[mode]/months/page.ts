import { withData } from "#admin/screen-page";
import Screen from "./screen";

export default withData(Screen, ({ operatorMonths }, { list }) => [
  operatorMonths.get.queryOptions(list()),
]);
