"use client";
import { viewIn } from "#ui/admin/list-input";
import { NewPaymentLink } from "#ui/admin/new-payment-link";
import { SellerNotice } from "#ui/admin/seller-state";
import { useListState } from "#ui/admin/table";
import type { Frame } from "./frame";
import { PaymentLinks } from "./payment-links";
import { Payments } from "./payments";
import { views } from "./queries";
import { Reservations } from "./reservations";
import { Sessions } from "./sessions";

const lists = {
  sessions: Sessions,
  payments: Payments,
  links: PaymentLinks,
  reservations: Reservations,
};

export default function CheckoutPage() {
  const List = lists[viewIn(useListState().get, views)];
  const frame: Frame = {
    title: "Checkout",
    actions: <NewPaymentLink kind={List === PaymentLinks ? "reusable" : "one"} />,
    above: <SellerNotice />,
  };
  return <List {...frame} />;
}
