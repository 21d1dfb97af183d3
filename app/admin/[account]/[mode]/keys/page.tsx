"use client";
// Keys: made, shown once, replaced and ended.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CreateApiKey } from "#schemas/accounts";
import { useHere } from "#ui/admin/account-shell";
import { Button } from "#ui/admin/button";
import { Confirm, Dialog, useNewOpen } from "#ui/admin/dialog";
import { Form, SelectField, TextField, useSentForm } from "#ui/admin/form";
import { Badge, Empty, PageHead } from "#ui/admin/page";
import { SecretNote } from "#ui/admin/secret-note";
import { type Column, DataTable } from "#ui/admin/table";
import { Time } from "#ui/admin/time";
import { Title } from "#ui/admin/title";
import { useTRPC } from "#ui/admin/trpc";

interface Key {
  id: string;
  name: string;
  scope: string;
  tokenHint: string;
  lastUsedOn: string | null;
  expiresOn: string | null;
  revokedOn: string | null;
  isValid: boolean;
}

const scopes = [
  { value: "write", text: "Read and write" },
  { value: "read", text: "Read only" },
];

function State({ row }: { row: Key }) {
  if (row.revokedOn) return <Badge look="bad">Revoked</Badge>;
  if (!row.isValid) return <Badge look="quiet">Expired</Badge>;
  if (row.expiresOn === null) return <Badge look="good">Valid</Badge>;
  return (
    <Badge look="waits">
      Until <Time at={row.expiresOn} />
    </Badge>
  );
}

function NewKey({ onMade }: { onMade(token: string): void }) {
  const [open, setOpen] = useNewOpen();
  const create = useMutation(useTRPC().keys.create.mutationOptions());
  const sent = useSentForm({
    schema: CreateApiKey,
    initial: { name: "", scope: "write" },
    async send(values) {
      const { token } = await create.mutateAsync(values);
      setOpen(false);
      onMade(token);
    },
  });
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        New key
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="New API key">
        <Form sent={sent} act="Make the key" onCancel={() => setOpen(false)}>
          <TextField name="name" label="Name" hint="Where it is used: “Shop”, “Billing”." />
          <SelectField name="scope" label="Scope" options={scopes} />
        </Form>
      </Dialog>
    </>
  );
}

function Acts({ row, onMade }: { row: Key; onMade(token: string): void }) {
  const trpc = useTRPC();
  const rotate = useMutation(trpc.keys.rotate.mutationOptions());
  const revoke = useMutation(trpc.keys.revoke.mutationOptions());
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: trpc.keys.list.queryKey() });
  if (!row.isValid) return null;
  return (
    <div className="flex justify-end gap-1">
      {row.expiresOn === null && (
        <Confirm
          trigger={(open) => (
            <Button look="plain" onClick={open}>
              Rotate
            </Button>
          )}
          title={`Rotate ${row.name}?`}
          description="You get a new key now. The old one works for 24 hours longer, so that you can change over."
          act="Rotate"
          done="Key rotated"
          run={async () => onMade((await rotate.mutateAsync({ id: row.id })).token)}
        />
      )}
      <Confirm
        trigger={(open) => (
          <Button look="plain" onClick={open}>
            Revoke
          </Button>
        )}
        title={`Revoke ${row.name}?`}
        description="Whatever uses this key stops working at once. This can't be undone."
        act="Revoke"
        done="Key revoked"
        run={async () => {
          await revoke.mutateAsync({ id: row.id });
          await refresh();
        }}
      />
    </div>
  );
}

function Keys() {
  const { canWrite, mode } = useHere();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [token, setToken] = useState<string | null>(null);
  const list = useQuery(trpc.keys.list.queryOptions());
  const onMade = (made: string) => {
    setToken(made);
    void queries.invalidateQueries({ queryKey: trpc.keys.list.queryKey() });
  };
  const columns: Column<Key>[] = [
    { head: "Name", cell: (row) => <span className="font-medium">{row.name}</span> },
    { head: "Key", cell: (row) => <code>{`ct_${mode}_…${row.tokenHint}`}</code>, isExtra: true },
    { head: "Scope", cell: (row) => (row.scope === "write" ? "Read and write" : "Read only") },
    { head: "State", cell: (row) => <State row={row} /> },
    {
      head: "Last used",
      isExtra: true,
      cell: (row) => (row.lastUsedOn ? <Time at={row.lastUsedOn} /> : "Never"),
    },
  ];
  const acts: Column<Key> = {
    head: "Acts",
    align: "right",
    cell: (row) => <Acts row={row} onMade={onMade} />,
  };
  return (
    <>
      <PageHead
        title="API keys"
        intro="A key lets a program act for this account. Keep it on a server, never in a page or an app."
        acts={canWrite && <NewKey onMade={onMade} />}
      />
      {token && <SecretNote what="API key" secret={token} onClose={() => setToken(null)} />}
      <DataTable
        label="API keys"
        columns={canWrite ? [...columns, acts] : columns}
        keyOf={(row) => row.id}
        query={{ ...list, data: list.data && { data: list.data, has_more: false } }}
        empty={
          <Empty title="No key yet">
            <p>With a key, your programs place orders and open checkouts.</p>
          </Empty>
        }
      />
    </>
  );
}

export default function KeysPage() {
  return (
    <>
      <Title>API keys</Title>
      <Keys />
    </>
  );
}
