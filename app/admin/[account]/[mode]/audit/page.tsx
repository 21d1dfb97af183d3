// Who did what in the account.
import type { Metadata } from "next";
import { AuditLog } from "./audit-log";

export const metadata: Metadata = { title: "Audit log" };

export default function AuditLogPage() {
  return <AuditLog />;
}
