import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorRetirements }, { id }) => [
  operatorRetirements.get.queryOptions({ id }),
]);
