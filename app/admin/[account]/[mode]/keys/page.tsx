// The keys by which programs act for the account.
import type { Metadata } from "next";
import { Keys } from "./keys";

export const metadata: Metadata = { title: "API keys" };

export default function KeysPage() {
  return <Keys />;
}
