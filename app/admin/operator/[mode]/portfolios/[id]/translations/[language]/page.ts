import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorTranslations }, { id }) => [
  operatorTranslations.get.queryOptions({ kind: "portfolio", id }),
]);
