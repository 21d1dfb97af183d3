"use client";
import { notFound } from "next/navigation";
import { reportTabs } from "#screens/reports";
import { useAccount } from "#ui/admin/account";
import { Screen } from "#ui/admin/page";
import { useListState } from "#ui/admin/table";
import { Retirements } from "./retirements";
import { Statement } from "./statement";
import { SubaccountReport } from "./subaccount";

const reports = new Map([
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
  const show = useListState().get("show") ?? "";
  const { modules } = useAccount();
  const tab = reportTabs.find((each) => each.show === show);
  if (tab && !modules.includes(tab.module)) notFound();
  const chosen = tab ?? reports.get(show);
  if (!chosen) return <Retirements title="Reports" />;
  return (
    <Screen title="Reports" intro={chosen.intro}>
      <chosen.Report />
    </Screen>
  );
}
