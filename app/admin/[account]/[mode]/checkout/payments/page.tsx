// The account's payments.
import type { Metadata } from "next";
import { Payments } from "./payments";

export const metadata: Metadata = { title: "Payments" };

export default function PaymentsPage() {
  return <Payments />;
}
