import type { Metadata } from "next";
import { missingView } from "#ui/page-parts";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return missingView.body;
}
