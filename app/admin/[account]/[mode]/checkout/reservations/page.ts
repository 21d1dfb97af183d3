import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ reservations }, { list }) => [
  reservations.list.queryOptions(list()),
  reservations.totals.queryOptions({}),
]);
