import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorDrift }, { id }) => [
  operatorDrift.get.queryOptions({ id }),
]);
