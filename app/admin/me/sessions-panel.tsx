"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { ActionButton } from "#ui/admin/button";
import { Confirm } from "#ui/admin/dialog";
import { plural } from "#ui/admin/format";
import { Badge, Item, Items, Loaded, Panel } from "#ui/admin/page";
import { Time } from "#ui/admin/time";
import { useToast } from "#ui/admin/toasts";
import { useRefresh, useTRPC } from "#ui/admin/trpc";

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
  const trpc = useTRPC();
  const toast = useToast();
  const refresh = useRefresh((routes) => routes.session.list.pathFilter());
  const list = useQuery(trpc.session.list.queryOptions());
  const end = useMutation(trpc.session.end.mutationOptions());
  const endOthers = useMutation(trpc.session.endOthers.mutationOptions());
  const logOutElsewhere = async () => {
    const count = await endOthers.mutateAsync();
    toast(`${plural(count, "other session")} ended`);
    await refresh();
  };
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
            run={logOutElsewhere}
          />
        )
      }
    >
      <Loaded query={list} lines={2}>
        {(sessions) => (
          <Items>
            {sessions.map((session) => (
              <Item key={session.id}>
                <div>
                  <p className="font-medium">{deviceOf(session.userAgent)}</p>
                  <p className="text-sm text-quiet">
                    Last used <Time at={session.lastSeenOn} />
                  </p>
                </div>
                {session.isThis ? (
                  <Badge tone="good">This session</Badge>
                ) : (
                  <ActionButton
                    done="Session ended"
                    run={() => end.mutateAsync({ sessionId: session.id }).then(refresh)}
                  >
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
