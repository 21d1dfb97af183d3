// One checkout session.
import type { Metadata } from "next";
import { Session } from "./session";

export const metadata: Metadata = { title: "Checkout session" };

interface Props {
  params: Promise<{ id: string }>;
}

export default async function SessionPage({ params }: Props) {
  return <Session id={(await params).id} />;
}
