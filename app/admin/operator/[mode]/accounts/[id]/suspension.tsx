"use client";
import type { RouterOutput } from "#trpc/router";
import { Confirm, FormDialog } from "#ui/admin/dialog";
import { ReasonField } from "#ui/admin/fields";
import { Time } from "#ui/admin/format";

import { Note, Panel } from "#ui/admin/page";
import { useChange } from "#ui/admin/trpc";

type Account = RouterOutput["operatorAccounts"]["get"];

function Suspend({ account: { id, name } }: { account: Account }) {
  const suspend = useChange((trpc) => trpc.operatorAccounts.suspend);
  return (
    <FormDialog
      button="Suspend account"
      variant="warning"
      submitVariant="danger"
      title={`Suspend ${name}?`}
      description="Live and test: keys are refused, the dashboard can only be read, and open checkout sessions can’t be paid. Orders and payments under way are finished."
      done="Account suspended"
      schema={async () => (await import("#admin/schemas")).SuspendAccount}
      initial={{ reason: "" }}
      send={({ reason }) => suspend({ id, reason })}
    >
      <ReasonField hint="The account’s members see it. Customers don’t." />
    </FormDialog>
  );
}

function Reopen({ account: { id, name } }: { account: Account }) {
  const reopen = useChange((trpc) => trpc.operatorAccounts.reopen);
  return (
    <Confirm
      button="Reopen account"
      title={`Reopen ${name}?`}
      description="Its keys work again, and open checkout sessions can be paid again."
      done="Account reopened"
      run={() => reopen({ id })}
    />
  );
}

export function Suspension({ account }: { account: Account }) {
  const { suspension } = account;
  if (!suspension) {
    return (
      <Panel title="Suspension" actions={<Suspend account={account} />}>
        <Note>This account is active.</Note>
      </Panel>
    );
  }
  return (
    <Panel title="Suspended" actions={<Reopen account={account} />}>
      <p className="text-[0.9375rem] text-danger">
        Since <Time at={suspension.on} />: {suspension.reason}
      </p>
    </Panel>
  );
}
