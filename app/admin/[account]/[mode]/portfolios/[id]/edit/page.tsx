// Where a portfolio of the account's own is changed.
import type { Metadata } from "next";
import { idIn } from "#ui/id-in";
import { EditPortfolio } from "./edit-portfolio";

export const metadata: Metadata = { title: "Edit portfolio" };

interface Props {
  params: Promise<{ id: string }>;
}

export default async function EditPortfolioPage({ params }: Props) {
  return <EditPortfolio id={idIn((await params).id)} />;
}
