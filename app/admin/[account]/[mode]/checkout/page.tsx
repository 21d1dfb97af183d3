// The account's checkout sessions.
import type { Metadata } from "next";
import { Sessions } from "./sessions";

export const metadata: Metadata = { title: "Checkout" };

export default function CheckoutPage() {
  return <Sessions />;
}
