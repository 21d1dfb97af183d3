"use client";
import { useQuery } from "@tanstack/react-query";
import { useApiForm } from "#ui/admin/api-form";
import { NewPasswordField, PasswordField } from "#ui/admin/fields";
import { Form } from "#ui/admin/form";
import { Loaded, PageHead, Panel } from "#ui/admin/page";
import { useCall, useTRPC } from "#ui/admin/trpc";
import { EmailPanel } from "./email-panel";
import { IdentitiesPanel } from "./identities-panel";
import { PasskeysPanel } from "./passkeys-panel";
import { SecondFactorPanel } from "./second-factor-panel";
import { SessionsPanel } from "./sessions-panel";

function PasswordPanel() {
  const change = useCall((trpc) => trpc.session.changePassword);
  const form = useApiForm({
    done: "Password changed. Your other sessions have ended.",
    schema: async () => (await import("#admin/schemas")).ChangePassword,
    initial: { current: "", password: "" },
    async send(values) {
      await change(values);
      form.reset();
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
      <EmailPanel email={email} />
      <IdentitiesPanel />
      <SessionsPanel />
    </>
  );
}
