// Additions of modules to the dashboard's screen "Reports".
import type { ScreenQueries } from "#ui/admin/trpc";
import { Disclosure } from "./disclosures/screens/disclosure";
import { queries as disclosureQueries } from "./disclosures/screens/queries";
import { queries as subaccountQueries } from "./reports/screens/queries";
import { SubaccountReport } from "./reports/screens/subaccount";
import { queries as statementQueries } from "./statements/screens/queries";
import { Statement } from "./statements/screens/statement";

export const reportTabs = [
  {
    module: "disclosures",
    show: "disclosure",
    Report: Disclosure,
    intro: "A year: the figures that disclosure rules ask buyers of carbon credits for.",
  },
  {
    module: "statements",
    show: "statement",
    Report: Statement,
    intro:
      "A month for your books: what was sold, at which price and with which credits, and what customers paid.",
  },
  {
    module: "reports",
    show: "subaccount",
    Report: SubaccountReport,
    intro: "What you did for one subaccount, to download or to share by a link.",
  },
] as const;

export const reportQueries = ((trpc, inputs) => ({
  ...disclosureQueries(trpc, inputs),
  ...statementQueries(trpc, inputs),
  ...subaccountQueries(trpc, inputs),
})) satisfies ScreenQueries;
