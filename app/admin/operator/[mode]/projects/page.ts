import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorProjects }, { list }) => [
  operatorProjects.list.queryOptions(list()),
  operatorProjects.kinds.queryOptions(),
]);
