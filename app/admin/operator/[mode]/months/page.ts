import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorMonths }, { list }) => [
  operatorMonths.get.queryOptions(list()),
]);
