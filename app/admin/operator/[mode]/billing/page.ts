import { withData } from "#admin/with-data";
import Screen from "./screen";

export default withData(Screen, ({ operatorBilling }) => [operatorBilling.get.queryOptions()]);
