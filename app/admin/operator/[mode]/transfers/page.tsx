// Bank transfers that wait for the operator.
import type { Metadata } from "next";
import { Transfers } from "./transfers";

export const metadata: Metadata = { title: "Bank transfers" };

export default function TransfersPage() {
  return <Transfers />;
}
