import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorCategories, operatorTranslations }, { id }) => [
  operatorCategories.get.queryOptions({ id }),
  operatorTranslations.get.queryOptions({ kind: "category", id }),
]);
