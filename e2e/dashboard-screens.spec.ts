import { test } from "./checked-test";
import { screens, walkScreens } from "./dashboard-screens";

// dashboard-screens.endurance.spec.ts opens all screens as an admin and as the operator.
test("screens fit 375 and 1280 px, and offer a viewer nothing to change", ({ browser, baseURL }) =>
  walkScreens({
    browser,
    baseURL,
    who: "viewer",
    walked: screens.filter(({ changes }) => changes),
  }));
