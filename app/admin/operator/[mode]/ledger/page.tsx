// Whether the ledger is sound.
import type { Metadata } from "next";
import { Ledger } from "./ledger";

export const metadata: Metadata = { title: "Ledger check" };

export default function LedgerPage() {
  return <Ledger />;
}
