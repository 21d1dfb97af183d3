"use client";
import { useState } from "react";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { buttonClass, NewSecret } from "#ui/admin/button";
import { useRevokeKey } from "#ui/admin/confirmations";
import { Confirm, FormDialog, useNewOpen } from "#ui/admin/dialog";
import { MoneyField } from "#ui/admin/fields";
import { SelectField, TextField } from "#ui/admin/form";
import { money, Time } from "#ui/admin/format";
import { ListTools } from "#ui/admin/list-screen";
import { ListLink } from "#ui/admin/list-state";
import { Badge, Note } from "#ui/admin/page";
import { type Column, DataTable } from "#ui/admin/table";
import { useChange, useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";

type Key = RouterOutput["keys"]["list"][number];

const scopes: Record<string, string> = { write: "Read and write", read: "Read only" };
const scopeOptions = Object.entries(scopes).map(([value, text]) => ({ value, text }));

function State({ apiKey }: { apiKey: Key }) {
  if (apiKey.revokedOn) return <Badge tone="bad">Revoked</Badge>;
  if (!apiKey.isValid) return <Badge tone="neutral">Expired</Badge>;
  if (apiKey.expiresOn === null) return <Badge tone="good">Active</Badge>;
  return (
    <Badge tone="pending">
      Expires <Time at={apiKey.expiresOn} />
    </Badge>
  );
}

function Permission({ apiKey: { scope, spendingLimit } }: { apiKey: Key }) {
  return (
    <>
      {scopes[scope]}
      {spendingLimit && (
        <span className="block text-sm text-quiet">
          {money(spendingLimit.spent, spendingLimit.currency)} of{" "}
          {money(spendingLimit.limitAmount, spendingLimit.currency)} this month (UTC)
        </span>
      )}
    </>
  );
}

interface CreationProps {
  onCreated(token: string): void;
}

function NewKey({ onCreated }: CreationProps) {
  const create = useChange((trpc) => trpc.keys.create);
  const { currency } = useAccount().account;
  return (
    <>
      <ListLink to={{ new: "1" }} className={buttonClass("primary")}>
        New API key
      </ListLink>
      <FormDialog
        state={useNewOpen()}
        title="New API key"
        action="Create API key"
        schema={async () => (await import("#admin/schemas")).apiKeyForm(currency)}
        initial={{ name: "", scope: "write", spending_limit: "" }}
        send={(values) => create(values)}
        onDone={({ token }) => onCreated(token)}
      >
        <TextField name="name" label="Name" hint="Where you use it, such as “Shop” or “Billing”." />
        <SelectField name="scope" label="Scope" options={scopeOptions} />
        <MoneyField
          name="spending_limit"
          label="Spending limit per month"
          currency={currency}
          hint="Optional. For programs that you don’t fully trust, such as AI agents: the key’s orders of a calendar month (UTC) never cost more, before tax."
        />
      </FormDialog>
    </>
  );
}

/** public/docs.js reads the key of this browser tab. */
function DocsLink({ token }: { token: string }) {
  return (
    <p className="mt-3">
      <a href="/docs" className="link" onClick={() => sessionStorage.setItem("ct-test-key", token)}>
        Open the guide with this key
      </a>
    </p>
  );
}

function Actions({ apiKey, onCreated }: CreationProps & { apiKey: Key }) {
  const rotate = useChange((trpc) => trpc.keys.rotate);
  const revokeKey = useRevokeKey();
  const { id, name, isValid, expiresOn } = apiKey;
  if (!isValid) return null;
  return (
    <div className="flex justify-end gap-1">
      {expiresOn === null && (
        <Confirm
          button="Rotate"
          buttonLabel={`Rotate ${name}`}
          variant="plain"
          title={`Rotate ${name}?`}
          description="You get a new key now. The old key keeps working for 24 hours, so that you can replace it."
          action="Rotate key"
          done="Key rotated"
          run={async () => onCreated((await rotate({ id })).token)}
        />
      )}
      <Confirm
        button="Revoke"
        buttonLabel={`Revoke ${name}`}
        variant="plain"
        {...revokeKey(apiKey)}
      />
    </div>
  );
}

export function ApiKeys() {
  const { can, mode } = useAccount();
  const [token, setToken] = useState<string | null>(null);
  const { keys: list } = useScreenData(queries);
  const columns: Column<Key>[] = [
    { head: "Name", cell: ({ name }) => <span className="font-medium">{name}</span> },
    {
      head: "Key",
      isExtra: true,
      cell: ({ tokenHint }) => <code>{`ct_${mode}_…${tokenHint}`}</code>,
    },
    { head: "Scope", cell: (apiKey) => <Permission apiKey={apiKey} /> },
    { head: "State", cell: (apiKey) => <State apiKey={apiKey} /> },
    {
      head: "Last used",
      isExtra: true,
      cell: ({ lastUsedOn }) => (lastUsedOn ? <Time at={lastUsedOn} /> : "Never"),
    },
  ];
  const actions: Column<Key> = {
    head: "Actions",
    align: "right",
    cell: (apiKey) => <Actions apiKey={apiKey} onCreated={setToken} />,
  };
  return (
    <section>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold">API keys</h2>
        {can("keys") && <NewKey onCreated={setToken} />}
      </div>
      {token && (
        <NewSecret name="API key" secret={token} onClose={() => setToken(null)}>
          {mode === "test" && <DocsLink token={token} />}
        </NewSecret>
      )}
      <Note className="mb-4">
        Your programs use API keys to place orders and create checkout sessions. Keep keys on a
        server, never in a web page or an app.
      </Note>
      <ListTools csv="api-keys" />
      <DataTable
        label="API keys"
        columns={can("keys") ? [...columns, actions] : columns}
        query={list}
        empty={["No API keys yet", "Create a key for the program that will place your orders."]}
      />
    </section>
  );
}
