import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(
  Screen,
  ({ operatorDrift, operatorPolicies, operatorRetirements }, { list }) => [
    operatorRetirements.list.queryOptions(list()),
    operatorDrift.list.queryOptions({ limit: 100 }),
    operatorPolicies.list.queryOptions(),
  ],
);
