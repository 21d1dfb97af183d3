// The shops, brands or customers for which the account buys.
import type { Metadata } from "next";
import { Subaccounts } from "./subaccounts";

export const metadata: Metadata = { title: "Subaccounts" };

export default function SubaccountsPage() {
  return <Subaccounts />;
}
