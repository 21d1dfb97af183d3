import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorIncidents }, { list }) => [
  operatorIncidents.list.queryOptions(list()),
]);
