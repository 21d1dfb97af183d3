// Who works in the account.
import type { Metadata } from "next";
import { Team } from "./team";

export const metadata: Metadata = { title: "Team" };

export default function TeamPage() {
  return <Team />;
}
