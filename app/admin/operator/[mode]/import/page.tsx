// Imports: a new one, and all that were.
import type { Metadata } from "next";
import { Imports } from "./imports";

export const metadata: Metadata = { title: "Import" };

export default function ImportPage() {
  return <Imports />;
}
