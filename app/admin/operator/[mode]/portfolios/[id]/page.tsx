// One portfolio that is offered to everyone.
import type { Metadata } from "next";
import { PortfolioDetail } from "./portfolio-detail";

export const metadata: Metadata = { title: "Portfolio" };

interface Props {
  params: Promise<{ id: string }>;
}

export default async function PortfolioDetailPage({ params }: Props) {
  return <PortfolioDetail id={decodeURIComponent((await params).id)} />;
}
