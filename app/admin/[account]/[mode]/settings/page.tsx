// What the account is called, what it looks like, and what it buys from.
import type { Metadata } from "next";
import { Settings } from "./settings";

export const metadata: Metadata = { title: "Settings" };

export default function SettingsPage() {
  return <Settings />;
}
