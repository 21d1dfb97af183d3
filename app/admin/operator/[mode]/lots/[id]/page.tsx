// One credit lot.
import type { Metadata } from "next";
import { Lot } from "./lot";

export const metadata: Metadata = { title: "Credit lot" };

interface Props {
  params: Promise<{ id: string }>;
}

export default async function LotPage({ params }: Props) {
  return <Lot id={decodeURIComponent((await params).id)} />;
}
