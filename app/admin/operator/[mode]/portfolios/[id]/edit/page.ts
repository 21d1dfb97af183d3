import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorCategories, operatorPortfolios }, { id }) => [
  operatorPortfolios.get.queryOptions({ id }),
  operatorCategories.list.queryOptions(),
]);
