"use client";
import { notFound } from "next/navigation";
import { moneyTabs } from "#screens/money";
import { viewIn } from "#ui/admin/list-input";
import { useOperator } from "#ui/admin/operator";
import { useListState } from "#ui/admin/table";
import { Payments } from "./payments";
import { views } from "./queries";

const screens = { payments: Payments };

export default function MoneyPage() {
  const { get } = useListState();
  const { modules } = useOperator();
  const tab = moneyTabs.find(({ show }) => show === get("show"));
  if (tab && !modules.includes(tab.module)) notFound();
  const View = tab?.View ?? screens[viewIn(get, views)];
  return <View />;
}
