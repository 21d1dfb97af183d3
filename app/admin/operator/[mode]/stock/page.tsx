// The stock by project and vintage.
import type { Metadata } from "next";
import { Stock } from "./stock";

export const metadata: Metadata = { title: "Stock" };

export default function StockPage() {
  return <Stock />;
}
