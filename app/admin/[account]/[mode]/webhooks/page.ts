import { screenPage } from "#admin/screen-page";
import { queries } from "./queries";
import Screen from "./screen";

export default screenPage(Screen, queries);
