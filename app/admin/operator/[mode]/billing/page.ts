import { withData } from "#admin/screen-page";
import Screen from "./screen";

export default withData(Screen, ({ operatorBilling }) => [operatorBilling.get.queryOptions()]);
