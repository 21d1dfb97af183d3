// The orders that wait, and why.
import type { Metadata } from "next";
import { Waiting } from "./waiting";

export const metadata: Metadata = { title: "Waiting orders" };

export default function WaitingPage() {
  return <Waiting />;
}
