"use client";
import type { RouterInput } from "#trpc/router";
import { Button } from "#ui/admin/button";
import { Confirm, FormDialog } from "#ui/admin/dialog";
import { PortfolioField } from "#ui/admin/fields";
import { plural } from "#ui/admin/format";
import type { Selection } from "#ui/admin/table";
import { useCall } from "#ui/admin/trpc";

type Change = Omit<RouterInput["subaccounts"]["updateMany"], "ids">;

interface Props {
  selection: Selection;
  onDone(): unknown;
}

export function BulkActions({ selection: { keys, change }, onDone }: Props) {
  const update = useCall((trpc) => trpc.subaccounts.updateMany);
  if (keys.size === 0) return null;
  const selected = plural(keys.size, "subaccount");
  const send = async (values: Change) => {
    await update({ ids: [...keys], ...values });
    change(new Set());
    await onDone();
  };
  return (
    <section
      aria-label="Selected subaccounts"
      className="mb-4 flex flex-wrap items-center gap-2 rounded-xl border border-line bg-soft px-4 py-2.5"
    >
      <p className="mr-auto text-[0.9375rem] font-medium">{selected} selected</p>
      <FormDialog
        button="Set portfolio"
        title={`Default portfolio of ${selected}`}
        description="For orders that name no portfolio, from now on."
        done="Portfolio set"
        schema={async () => (await import("#admin/schemas")).SubaccountPortfolio}
        initial={{ default_portfolio_id: null }}
        send={({ default_portfolio_id = null }) => send({ default_portfolio_id })}
      >
        <PortfolioField
          name="default_portfolio_id"
          label="Default portfolio"
          hint="The account default follows the account’s settings."
          fallback={{ to: "id", text: "Account default" }}
        />
      </FormDialog>
      <Confirm
        button="Archive"
        title={`Archive ${selected}?`}
        description="They take no new orders, and leave this list. Orders under way are finished. You can restore them."
        action="Archive subaccounts"
        done="Subaccounts archived"
        run={() => send({ archived: true })}
      />
      <Confirm
        button="Restore"
        title={`Restore ${selected}?`}
        description="Those that are archived take orders again."
        action="Restore subaccounts"
        done="Subaccounts restored"
        run={() => send({ archived: false })}
      />
      <Button variant="plain" onClick={() => change(new Set())}>
        Clear selection
      </Button>
    </section>
  );
}
