import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorDrift }, { list }) => [
  operatorDrift.list.queryOptions(list()),
]);
