// One portfolio: what it costs, what a tonne of it is, and whether it is the default.
import type { Metadata } from "next";
import { idIn } from "#ui/id-in";
import { Portfolio } from "./portfolio";

export const metadata: Metadata = { title: "Portfolio" };

interface Props {
  params: Promise<{ id: string }>;
}

export default async function PortfolioPage({ params }: Props) {
  return <Portfolio id={idIn((await params).id)} />;
}
