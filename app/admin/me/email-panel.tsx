"use client";
import { useQuery } from "@tanstack/react-query";
import type { RouterOutput } from "#trpc/router";
import { useApiForm } from "#ui/admin/api-form";
import { ActionButton } from "#ui/admin/button";
import { EmailField } from "#ui/admin/fields";
import { Form } from "#ui/admin/form";
import { Time } from "#ui/admin/format";
import { Loaded, Note, Panel } from "#ui/admin/page";
import { useChange, useTRPC } from "#ui/admin/trpc";

type Change = NonNullable<RouterOutput["ownLogin"]["emailChange"]>;

function ChangeForm() {
  const change = useChange((trpc) => trpc.ownLogin.changeEmail);
  const form = useApiForm({
    schema: async () => (await import("#admin/schemas")).ChangeEmail,
    initial: { email: "" },
    async send(values) {
      await change(values);
      form.reset();
    },
  });
  return (
    <Form form={form} action="Change address">
      <EmailField label="New email address" autoComplete="email" />
    </Form>
  );
}

function Waiting({ change }: { change: Change }) {
  const cancel = useChange((trpc) => trpc.ownLogin.cancelEmailChange);
  const sides = [
    { email: change.oldEmail, isConfirmed: change.isOldConfirmed },
    { email: change.newEmail, isConfirmed: change.isNewConfirmed },
  ];
  return (
    <>
      <p role="status" className="mb-3 text-pretty">
        Your address changes to <strong className="font-medium">{change.newEmail}</strong> once both
        links are used. They expire <Time at={change.expiresOn} />.
      </p>
      <ul className="mb-4 space-y-1 text-[0.9375rem] wrap-anywhere">
        {sides.map(({ email, isConfirmed }) => (
          <li key={email}>
            {email}: {isConfirmed ? "confirmed" : "link sent"}
          </li>
        ))}
      </ul>
      <ActionButton done="Change of address canceled" run={() => cancel()}>
        Cancel change
      </ActionButton>
    </>
  );
}

export function EmailPanel({ email }: { email: string }) {
  const change = useQuery(useTRPC().ownLogin.emailChange.queryOptions());
  return (
    <Panel title="Email address">
      <Note className="mb-4">
        You log in as {email}. We send a link to this address and to the new one: open both.
      </Note>
      <Loaded query={change} lines={2}>
        {(waiting) => (waiting ? <Waiting change={waiting} /> : <ChangeForm />)}
      </Loaded>
    </Panel>
  );
}
