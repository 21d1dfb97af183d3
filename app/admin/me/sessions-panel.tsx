"use client";
import { useQuery } from "@tanstack/react-query";
import { ActionButton } from "#ui/admin/button";
import { Confirm } from "#ui/admin/dialog";
import { plural, Time } from "#ui/admin/format";
import { Badge, Item, Items, Loaded, Panel } from "#ui/admin/page";
import { useToast } from "#ui/admin/toasts";
import { useChange, useTRPC } from "#ui/admin/trpc";

const browsers = {
  "Edg/": "Edge",
  "OPR/": "Opera",
  "Firefox/": "Firefox",
  "Chrome/": "Chrome",
  "Safari/": "Safari",
};
const systems = {
  Android: "Android",
  iPhone: "iPhone",
  iPad: "iPad",
  Windows: "Windows",
  "Mac OS X": "macOS",
  Linux: "Linux",
};

/** Returns "Firefox on Linux". */
function deviceOf(userAgent: string | null): string {
  if (!userAgent) return "Unknown device";
  const nameIn = (names: Record<string, string>) =>
    Object.entries(names).find(([token]) => userAgent.includes(token))?.[1];
  const system = nameIn(systems) ?? "an unknown system";
  return `${nameIn(browsers) ?? "Unknown browser"} on ${system}`;
}

export function SessionsPanel() {
  const toast = useToast();
  const list = useQuery(useTRPC().session.list.queryOptions());
  const end = useChange((trpc) => trpc.session.end);
  const endOthers = useChange((trpc) => trpc.session.endOthers);
  return (
    <Panel
      title="Sessions"
      actions={
        (list.data?.length ?? 0) > 1 && (
          <Confirm
            button="Log out everywhere else"
            title="Log out everywhere else?"
            description="All your sessions but this one end, on every device."
            action="End other sessions"
            run={async () => toast(`${plural(await endOthers(), "other session")} ended`)}
          />
        )
      }
    >
      <Loaded query={list} lines={2}>
        {(sessions) => (
          <Items>
            {sessions.map(({ id, userAgent, lastSeenOn, isThis }) => (
              <Item
                key={id}
                title={deviceOf(userAgent)}
                note={
                  <>
                    Last used <Time at={lastSeenOn} />
                  </>
                }
              >
                {isThis ? (
                  <Badge tone="good">This session</Badge>
                ) : (
                  <ActionButton done="Session ended" run={() => end({ sessionId: id })}>
                    End session
                  </ActionButton>
                )}
              </Item>
            ))}
          </Items>
        )}
      </Loaded>
    </Panel>
  );
}
