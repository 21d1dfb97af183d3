// How the account's public impact page, or that of a subaccount, is shown.
import type { Metadata } from "next";
import { ImpactPages } from "./impact-pages";

export const metadata: Metadata = { title: "Impact page" };

export default function ImpactPagesPage() {
  return <ImpactPages />;
}
