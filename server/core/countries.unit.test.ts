import { expect, it } from "vitest";
import { countryCodes, countryName, euCountryCodes } from "./countries";

/** Regions that Unicode names, and that ISO 3166-1 reserves or leaves to its users. */
const UNASSIGNED = "AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ".split(" ");

/** Codes that ISO withdrew; Unicode still names them, or their successor. */
const WITHDRAWN = "AN BU CS DD DY FQ FX HV JT MI NH NQ NT PC PU PZ RH SU TP UK VD WK YD YU ZR";

it("a country code is one that ISO 3166-1 assigns, and no other", () => {
  const named = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const others = new Set([...UNASSIGNED, ...WITHDRAWN.split(" ")]);
  const regions = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => named.of(code) !== undefined && !others.has(code));
  expect([...countryCodes].sort()).toEqual(regions);
  expect(countryCodes.size).toBe(249);
});

it("every member of the European Union is a country, and there are 27", () => {
  expect(euCountryCodes.size).toBe(27);
  expect([...euCountryCodes].filter((code) => !countryCodes.has(code))).toEqual([]);
  expect(countryName("LV")).toBe("Latvia");
});
