"use client";
import { Screen } from "#ui/admin/page";
import { useListState } from "#ui/admin/table";
import { AuditLog } from "./audit-log";
import { ApiKeys } from "./keys";
import { Team } from "./team";

const TITLE = "People and keys";

export default function PeoplePage() {
  const isAudit = useListState().get("show") === "audit";
  if (isAudit) return <AuditLog title={TITLE} />;
  return (
    <Screen
      title={TITLE}
      intro="Members have the same role in live and test mode. Each mode has API keys of its own."
    >
      <Team />
      <ApiKeys />
    </Screen>
  );
}
