// Titles and notes of a year's summary, the same on the page, in the PDF and as CSV.
import type { ShareTable, YearGroup } from "./summary-rules";

export const shareTitles: Record<ShareTable["id"], string> = {
  mechanism: "Removals and reductions",
  sink: "Type of sink",
  standard: "Quality standard",
  label: "Labels",
  eu: "Location",
  adjustment: "Corresponding adjustment (Article 6)",
};

export function groupTitle(group: YearGroup, year: number): string {
  const titles: Record<YearGroup, string> = {
    retired: `Retired in ${year}`,
    planned: `Set aside by the end of ${year}, not yet retired`,
    disputed: "Disputed at the registry",
    cancelled: "Cancelled at the registry, not retired",
    unreported: "Without a registry record",
  };
  return titles[group];
}

export const notes = {
  retired:
    "Retired means that a registry has recorded the retirement, with its date. Other credits are set " +
    "aside for your orders and are never counted as retired. A part of an order counts once all of " +
    "its kilograms are retired. Years are in UTC; the date of a retirement is the registry’s.",
  unknown: "“Not stated” means that neither the registry nor the operator has stated it.",
  esrs:
    "Source: ESRS E1-7, paragraph 59 and application requirement AR 62 (Delegated Regulation (EU) " +
    "2023/2772, under revision). Shares are of the credits retired in the year, each rounded by " +
    "itself, so that those of a table may not add up to 100%. Credits set aside come from orders " +
    "placed, which are agreements. Orders that still wait for credits are not included.",
  ab1305:
    "Source: California Health and Safety Code, section 44475.1 (AB 1305), for entities that buy or use " +
    "voluntary carbon offsets. Add how your claims were determined and verified; this list covers only " +
    "the credits.",
  seller:
    "The seller is the account that sold the credits. If your company bought them for itself, name the " +
    "company that you bought them from.",
  test: "Test disclosure: sandbox credits, no real credits were retired",
  nothing: "No credits in this year.",
};
