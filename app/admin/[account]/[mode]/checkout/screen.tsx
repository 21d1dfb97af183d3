"use client";
import type { ReactNode } from "react";
import { NewPaymentLink } from "#ui/admin/new-payment-link";
import { SellerNotice } from "#ui/admin/seller-state";
import { useListState } from "#ui/admin/table";
import { PaymentLinks } from "./payment-links";
import { Payments } from "./payments";
import { Reservations } from "./reservations";
import { Sessions } from "./sessions";

export interface Frame {
  title: string;
  actions: ReactNode;
  above: ReactNode;
}

/** Sessions, their payments, and what opens or fills them: a tab each. */
export default function CheckoutPage() {
  const show = useListState().get("show");
  const frame: Frame = {
    title: "Checkout",
    actions: <NewPaymentLink kind={show === "links" ? "reusable" : "one"} />,
    above: <SellerNotice />,
  };
  if (show === "payments") return <Payments {...frame} />;
  if (show === "links") return <PaymentLinks {...frame} />;
  if (show === "reservations") return <Reservations {...frame} />;
  return <Sessions {...frame} />;
}
