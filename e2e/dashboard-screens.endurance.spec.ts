import { test } from "./checked-test";
import { operatorScreens, screens, walkScreens } from "./dashboard-screens";

const walks = [
  { role: "an admin", who: "admin", walked: screens },
  { role: "the operator", who: "owner", walked: operatorScreens },
] as const;

for (const { role, who, walked } of walks) {
  test(`each screen of ${role} fits 375 and 1280 px and is accessible in dark and light`, ({
    browser,
    baseURL,
  }) => walkScreens({ browser, baseURL, who, walked }));
}
