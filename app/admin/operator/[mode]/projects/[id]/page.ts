import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorProjects, operatorTranslations }, { id }) => [
  operatorProjects.get.queryOptions({ id }),
  operatorTranslations.get.queryOptions({ kind: "project", id }),
]);
