import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorProjects }, { id }) => [
  operatorProjects.get.queryOptions({ id }),
]);
