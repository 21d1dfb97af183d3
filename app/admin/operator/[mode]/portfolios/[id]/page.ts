import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorPortfolios, operatorTranslations }, { id }) => [
  operatorPortfolios.get.queryOptions({ id }),
  operatorTranslations.get.queryOptions({ kind: "portfolio", id }),
]);
