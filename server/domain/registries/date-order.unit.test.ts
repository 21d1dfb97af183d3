import { describe, expect, test } from "vitest";
import { readRegistryExport } from "./read-registry-export";
import type { Registry } from "./registry-identities";

const faultOf = (registry: Registry, text: string) => readRegistryExport(registry, text).fault;

describe("the order of days and months", () => {
  const SERIAL = "77001-1-10-VCS-VCU-1507-VER-ET-14-901-05042020-07062020-1";
  const verra = (...dates: [string, string][]) =>
    [
      "Vintage Start,Vintage End,ID,Name,Quantity Issued,Serial Number,Retirement/Cancellation Date",
      ...dates.map(
        ([date, end], index) =>
          `05/04/2020,${end},901,Hills,10,${SERIAL.replace("1-10", `${index}1-${index + 1}0`)},${date}`,
      ),
    ].join("\n");

  test("is the one that all dates of a file fit", () => {
    const read = readRegistryExport(
      "verra",
      verra(["", "07/06/2020"], ["31/12/2025", "07/06/2020"]),
    );
    expect(read).toMatchObject({ refused: [], lots: [{ vintage_year: 2020 }] });
    expect(read.retirements).toMatchObject([{ retiredOn: "2025-12-31" }]);
  });

  test("is never guessed", () => {
    const text = verra(["", "07/06/2020"], ["03/04/2025", "07/06/2020"]);
    expect(faultOf("verra", text)).toContain('has dates such as "05/04/2020", which may be');
    const read = readRegistryExport("verra", text, { dates: "day-first" });
    expect(read.retirements).toMatchObject([{ retiredOn: "2025-04-03" }]);
    const wrong = readRegistryExport("verra", text, { dates: "month-first" });
    expect(wrong).toMatchObject({ lots: [], retirements: [] });
  });

  test("is refused if the file has both", () => {
    const text = verra(["12/31/2025", "07/06/2020"], ["31/12/2025", "07/06/2020"]);
    expect(faultOf("verra", text)).toContain("has dates of two forms");
  });

  test("is clear where dates are ISO or have dots", () => {
    const text = verra(["2025-12-01", "7.6.2020"], ["1.12.2025", "7.6.2020"]).replaceAll(
      "05/04/2020",
      "05.04.2020",
    );
    const read = readRegistryExport("verra", text);
    expect(read.retirements.map(({ retiredOn }) => retiredOn)).toEqual([
      "2025-12-01",
      "2025-12-01",
    ]);
  });
});
