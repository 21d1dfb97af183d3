import type { ScreenQueries } from "#ui/admin/trpc";

export const queries = (({ audit, keys, team }, { get, list }) => {
  const isAudit = get("show") === "audit";
  return {
    team: team.list.queryOptions(undefined, { enabled: !isAudit }),
    keys: keys.list.queryOptions(undefined, { enabled: !isAudit }),
    entries: audit.list.queryOptions(list(["actor", "action", "from", "to"]), { enabled: isAudit }),
  };
}) satisfies ScreenQueries;
