"use client";
// Where the person is logged in, and the way to end it.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "#ui/admin/button";
import { Badge, Loading, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { Time } from "#ui/admin/time";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";

/** "Firefox on Linux": as much as a browser says of itself that people know it by. */
function deviceOf(userAgent: string | null): string {
  if (!userAgent) return "Unknown device";
  const browsers = ["Edg", "OPR", "Firefox", "Chrome", "Safari"];
  const systems = ["Android", "iPhone", "iPad", "Windows", "Mac OS X", "Linux"];
  const browser = browsers.find((name) => userAgent.includes(`${name}/`)) ?? "A browser";
  const system = systems.find((name) => userAgent.includes(name)) ?? "an unknown system";
  const names: Record<string, string> = { Edg: "Edge", OPR: "Opera", "Mac OS X": "macOS" };
  return `${names[browser] ?? browser} on ${names[system] ?? system}`;
}

export function SessionsPanel() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const list = useQuery(trpc.session.list.queryOptions());
  const end = useMutation(trpc.session.end.mutationOptions());
  const finish = async (sessionId: string) => {
    await end.mutateAsync({ sessionId });
    toast("Session ended");
    await queries.invalidateQueries({ queryKey: trpc.session.list.queryKey() });
  };
  return (
    <Panel title="Where you are logged in">
      {end.error && <ProblemNote error={end.error} />}
      {list.error && <ProblemNote error={list.error} onRetry={() => list.refetch()} />}
      {!list.data && !list.error && <Loading lines={2} />}
      <ul className="divide-y divide-line">
        {list.data?.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <div className="grow">
              <p className="font-medium">{deviceOf(session.userAgent)}</p>
              <p className="text-sm text-quiet">
                Last used <Time at={session.lastSeenOn} />
              </p>
            </div>
            {session.isThis ? (
              <Badge look="good">This one</Badge>
            ) : (
              <Button onClick={() => finish(session.id)}>End</Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
