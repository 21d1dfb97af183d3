// One import.
import type { Metadata } from "next";
import { Import } from "./import";

export const metadata: Metadata = { title: "Import" };

interface Props {
  params: Promise<{ id: string }>;
}

export default async function OneImportPage({ params }: Props) {
  return <Import id={(await params).id} />;
}
