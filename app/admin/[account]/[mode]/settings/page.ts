import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ portfolios, settings }) => [
  settings.get.queryOptions(),
  portfolios.list.queryOptions(),
]);
