// The emission factors in force.
import type { Metadata } from "next";
import { Factors } from "./factors";

export const metadata: Metadata = { title: "Emission factors" };

export default function FactorsPage() {
  return <Factors />;
}
