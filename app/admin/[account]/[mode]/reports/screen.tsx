"use client";
import { Screen } from "#ui/admin/page";
import { useListState } from "#ui/admin/table";
import { Disclosure } from "./disclosure";
import { Retirements } from "./retirements";
import { Statement } from "./statement";
import { SubaccountReport } from "./subaccount";

const reports = new Map([
  [
    "disclosure",
    {
      Report: Disclosure,
      intro: "A year: the figures that disclosure rules ask buyers of carbon credits for.",
    },
  ],
  [
    "statement",
    {
      Report: Statement,
      intro:
        "A month for your books: what was sold, at which price and with which credits, and what customers paid.",
    },
  ],
  [
    "subaccount",
    {
      Report: SubaccountReport,
      intro: "What you did for one subaccount, to download or to share by a link.",
    },
  ],
]);

export default function ReportsPage() {
  const chosen = reports.get(useListState().get("show") ?? "");
  if (!chosen) return <Retirements title="Reports" />;
  return (
    <Screen title="Reports" intro={chosen.intro}>
      <chosen.Report />
    </Screen>
  );
}
