// The credit lots of the installation.
import type { Metadata } from "next";
import { Lots } from "./lots";

export const metadata: Metadata = { title: "Credit lots" };

export default function LotsPage() {
  return <Lots />;
}
