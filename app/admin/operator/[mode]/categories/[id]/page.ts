import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorCategories }, { id }) => [
  operatorCategories.get.queryOptions({ id }),
]);
