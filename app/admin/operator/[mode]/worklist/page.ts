import { withData } from "#admin/with-data";
import type { View } from "./requests";
import Screen from "./screen";

export default withData(Screen, ({ operatorWorklist }, { get, list }) => {
  const show = get("show") as View | undefined;
  if (!show) return [operatorWorklist.groups.queryOptions()];
  return [
    operatorWorklist.requests.queryOptions({ ...list<object>(), show }),
    operatorWorklist.counts.queryOptions(),
  ];
});
