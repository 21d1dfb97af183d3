import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorPortfolios }, { id }) => [
  operatorPortfolios.get.queryOptions({ id }),
]);
