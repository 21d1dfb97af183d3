"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useApiForm } from "#ui/admin/api-form";
import { ActionButton } from "#ui/admin/button";
import { NewPasswordField, PasswordField } from "#ui/admin/fields";
import { Form } from "#ui/admin/form";
import { Badge, Item, Items, Loaded, PageHead, Panel } from "#ui/admin/page";
import { Time } from "#ui/admin/time";
import { useToast } from "#ui/admin/toasts";
import { useRefresh, useTRPC } from "#ui/admin/trpc";
import { PasskeysPanel } from "./passkeys-panel";
import { SecondFactorPanel } from "./second-factor-panel";

function PasswordPanel() {
  const change = useMutation(useTRPC().session.changePassword.mutationOptions());
  const toast = useToast();
  const form = useApiForm({
    schema: async () => (await import("#admin/schemas")).ChangePassword,
    initial: { current: "", password: "" },
    async send(values) {
      await change.mutateAsync(values);
      form.reset();
      toast("Password changed. Your other sessions have ended.");
    },
  });
  return (
    <Panel title="Password">
      <Form form={form} action="Change password">
        <PasswordField name="current" label="Current password" />
        <NewPasswordField />
      </Form>
    </Panel>
  );
}

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

function SessionsPanel() {
  const trpc = useTRPC();
  const refresh = useRefresh((routes) => routes.session.list.pathFilter());
  const list = useQuery(trpc.session.list.queryOptions());
  const end = useMutation(trpc.session.end.mutationOptions());
  return (
    <Panel title="Sessions">
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

export function Me({ name, email }: { name: string; email: string }) {
  const me = useQuery(useTRPC().session.me.queryOptions());
  return (
    <>
      <PageHead title="Your login" intro={`${name}, ${email}`} />
      <Loaded query={me} lines={2}>
        {({ needsSecondFactor, hasTotp }) => (
          <>
            {needsSecondFactor && (
              <p
                role="status"
                className="mb-6 rounded-xl border border-edge bg-paper px-5 py-4 text-pretty"
              >
                <strong className="font-medium">Operators need a second factor.</strong> Add a
                passkey or an authenticator app to open the operator’s screens.
              </p>
            )}
            <PasskeysPanel />
            <SecondFactorPanel isOn={hasTotp} />
          </>
        )}
      </Loaded>
      <PasswordPanel />
      <SessionsPanel />
    </>
  );
}
