import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorCategories, operatorPortfolios }, { get, id }) => [
  operatorPortfolios.get.queryOptions({ id }),
  ...(get("show") === "edit" ? [operatorCategories.list.queryOptions()] : []),
]);
