// Where a portfolio is built.
import type { Metadata } from "next";
import { NewPortfolio } from "./new-portfolio";

export const metadata: Metadata = { title: "New portfolio" };

export default function NewPortfolioPage() {
  return <NewPortfolio />;
}
