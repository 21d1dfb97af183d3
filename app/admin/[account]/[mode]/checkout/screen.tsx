"use client";
import { notFound } from "next/navigation";
import { checkoutTabs } from "#screens/checkout";
import { useAccount } from "#ui/admin/account";
import { viewIn } from "#ui/admin/list-input";
import type { ScreenFrame } from "#ui/admin/list-screen";
import { NewPaymentLink } from "#ui/admin/new-payment-link";
import { SellerNotice } from "#ui/admin/seller-state";
import { useListState } from "#ui/admin/table";
import { Payments } from "./payments";
import { views } from "./queries";
import { Sessions } from "./sessions";

const lists = { sessions: Sessions, payments: Payments };

export default function CheckoutPage() {
  const { get } = useListState();
  const { modules } = useAccount();
  const tab = checkoutTabs.find(({ show }) => show === get("show"));
  if (tab && !modules.includes(tab.module)) notFound();
  const List = tab?.List ?? lists[viewIn(get, views)];
  const frame: ScreenFrame = {
    title: "Checkout",
    actions: <NewPaymentLink kind={tab?.show === "links" ? "reusable" : "one"} />,
    above: <SellerNotice />,
  };
  return <List {...frame} />;
}
