// The portfolios that are offered to everyone.
import type { Metadata } from "next";
import { Portfolios } from "./portfolios";

export const metadata: Metadata = { title: "Portfolios" };

export default function PortfoliosPage() {
  return <Portfolios />;
}
