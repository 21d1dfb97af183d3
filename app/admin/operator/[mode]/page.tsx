// What the operator sees first.
import type { Metadata } from "next";
import { OperatorOverview } from "./operator-overview";

export const metadata: Metadata = { title: "Operator" };

export default function OperatorPage() {
  return <OperatorOverview />;
}
