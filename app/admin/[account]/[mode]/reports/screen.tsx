"use client";
import { notFound } from "next/navigation";
import { reportTabs } from "#screens/reports";
import { useAccount } from "#ui/admin/account";
import { Screen } from "#ui/admin/page";
import { useListState } from "#ui/admin/table";
import { Retirements } from "./retirements";

export default function ReportsPage() {
  const show = useListState().get("show");
  const { modules } = useAccount();
  const tab = reportTabs.find((each) => each.show === show);
  if (!tab) return <Retirements title="Reports" />;
  if (!modules.includes(tab.module)) notFound();
  return (
    <Screen title="Reports" intro={tab.intro}>
      <tab.Report />
    </Screen>
  );
}
