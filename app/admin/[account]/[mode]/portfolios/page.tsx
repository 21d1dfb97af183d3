// What the account may buy from, and what it built itself.
import type { Metadata } from "next";
import { Portfolios } from "./portfolios";

export const metadata: Metadata = { title: "Portfolios" };

export default function PortfoliosPage() {
  return <Portfolios />;
}
