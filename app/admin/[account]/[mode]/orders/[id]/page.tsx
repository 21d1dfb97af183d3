// One order.
import type { Metadata } from "next";
import { Order } from "./order";

export const metadata: Metadata = { title: "Order" };

interface Props {
  params: Promise<{ id: string }>;
}

export default async function OrderPage({ params }: Props) {
  return <Order id={(await params).id} />;
}
