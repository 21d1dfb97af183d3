"use client";
import { useMutation } from "@tanstack/react-query";
import type { RouterOutput } from "#trpc/router";
import { Confirm, FormDialog } from "#ui/admin/dialog";
import { TextAreaField } from "#ui/admin/form";
import { Note, Panel } from "#ui/admin/page";
import { Time } from "#ui/admin/time";
import { useRefresh, useTRPC } from "#ui/admin/trpc";

type Account = RouterOutput["operatorAccounts"]["get"];

const useRefreshAccounts = () => useRefresh((trpc) => trpc.operatorAccounts.pathFilter());

function Suspend({ account: { id, name } }: { account: Account }) {
  const suspend = useMutation(useTRPC().operatorAccounts.suspend.mutationOptions());
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
      send={({ reason }) => suspend.mutateAsync({ id, reason })}
      onDone={useRefreshAccounts()}
    >
      <TextAreaField
        name="reason"
        label="Reason"
        hint="The account’s members see it. Customers don’t."
      />
    </FormDialog>
  );
}

function Reopen({ account: { id, name } }: { account: Account }) {
  const refresh = useRefreshAccounts();
  const reopen = useMutation(useTRPC().operatorAccounts.reopen.mutationOptions());
  return (
    <Confirm
      button="Reopen account"
      title={`Reopen ${name}?`}
      description="Its keys work again, and open checkout sessions can be paid again."
      done="Account reopened"
      run={async () => {
        await reopen.mutateAsync({ id });
        await refresh();
      }}
    />
  );
}

/** Suspends the account, or reopens it. */
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
