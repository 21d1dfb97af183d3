import { withData } from "#admin/with-data";
import { reportInput } from "./period";
import Screen from "./screen";

export default withData(Screen, ({ reports }, { id, get }) => [
  reports.get.queryOptions(reportInput(id, get)),
  reports.links.queryOptions({ id }),
]);
