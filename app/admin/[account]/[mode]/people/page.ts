import { screenPage } from "#admin/with-data";
import { queries } from "./queries";
import Screen from "./screen";

export default screenPage(Screen, queries);
