import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorLots }, { id }) => [
  operatorLots.get.queryOptions({ id }),
]);
