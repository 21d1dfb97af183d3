import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorPolicies, operatorRetirements }, { list }) => [
  operatorRetirements.list.queryOptions(list()),
  operatorPolicies.list.queryOptions(),
]);
