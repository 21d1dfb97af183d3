import { withModule } from "#admin/module-page";
import { screenPage } from "#admin/screen-page";
import { unbilledQueries } from "#screens/operator";
import { queries } from "./queries";
import Screen from "./screen";

export default screenPage(Screen, withModule("billing", queries, unbilledQueries));
