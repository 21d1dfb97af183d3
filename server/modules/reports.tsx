// Additions of modules to the dashboard's screen "Reports".
import { Disclosure } from "./disclosures/screens/disclosure";
import { queries } from "./disclosures/screens/queries";

export const reportTabs = [
  {
    module: "disclosures",
    show: "disclosure",
    Report: Disclosure,
    intro: "A year: the figures that disclosure rules ask buyers of carbon credits for.",
  },
] as const;

export const reportQueries = queries;
