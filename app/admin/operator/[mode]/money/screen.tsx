"use client";
import { viewIn } from "#ui/admin/list-input";
import { useListState } from "#ui/admin/table";
import { Billing } from "./billing";
import { Months } from "./months";
import { Payments } from "./payments";
import { views } from "./queries";

const screens = { billing: Billing, payments: Payments, months: Months };

export default function MoneyPage() {
  const View = screens[viewIn(useListState().get, views)];
  return <View />;
}
