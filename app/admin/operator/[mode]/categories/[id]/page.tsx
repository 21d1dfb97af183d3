// One category of the catalogue, with its prices.
import type { Metadata } from "next";
import { CategoryDetail } from "./category-detail";

export const metadata: Metadata = { title: "Category" };

interface Props {
  params: Promise<{ id: string }>;
}

export default async function CategoryDetailPage({ params }: Props) {
  return <CategoryDetail id={decodeURIComponent((await params).id)} />;
}
