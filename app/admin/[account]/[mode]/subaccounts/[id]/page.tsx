// One subaccount: what it is called, its logo, and what belongs to it.
import type { Metadata } from "next";
import { Subaccount } from "./subaccount";

export const metadata: Metadata = { title: "Subaccount" };

interface Props {
  params: Promise<{ id: string }>;
}

export default async function SubaccountPage({ params }: Props) {
  return <Subaccount id={(await params).id} />;
}
