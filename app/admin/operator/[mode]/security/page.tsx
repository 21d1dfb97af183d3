// Failed and unusual sign-ins.
import type { Metadata } from "next";
import { SecurityEvents } from "./security-events";

export const metadata: Metadata = { title: "Security" };

export default function SecurityPage() {
  return <SecurityEvents />;
}
