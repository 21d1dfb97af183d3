"use client";
// The person's passkeys: the list, adding one, removing one.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import type { RouterOutput } from "#trpc/router";
import { Button } from "#ui/admin/button";
import { Confirm, Dialog } from "#ui/admin/dialog";
import { Form, TextField, useSentForm } from "#ui/admin/form";
import { Loading, Panel } from "#ui/admin/page";
import { canUsePasskeys, isPasskeyFailure, makePasskey, passkeyFailure } from "#ui/admin/passkey";
import { ProblemNote } from "#ui/admin/problem";
import { Time } from "#ui/admin/time";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";
import { RecoveryCodes } from "./recovery-codes";

type Passkey = RouterOutput["passkeys"]["list"][number];

function useRefresh() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: trpc.passkeys.list.queryKey() });
    await queries.invalidateQueries({ queryKey: trpc.session.me.queryKey() });
  };
}

const Name = z.strictObject({ name: z.string().trim().min(1).max(100) });

function AddForm({ onDone }: { onDone(recoveryCodes: string[]): void }) {
  const trpc = useTRPC();
  const options = useMutation(trpc.passkeys.createOptions.mutationOptions());
  const add = useMutation(trpc.passkeys.add.mutationOptions());
  const [failure, setFailure] = useState<string | null>(null);
  const sent = useSentForm({
    schema: Name,
    initial: { name: "" },
    async send({ name }) {
      setFailure(null);
      if (!canUsePasskeys()) return setFailure("This browser or address cannot use passkeys.");
      const optionsJSON = await options.mutateAsync();
      try {
        const response = await makePasskey(optionsJSON);
        onDone((await add.mutateAsync({ name, response })).recoveryCodes);
      } catch (error) {
        if (!isPasskeyFailure(error)) throw error;
        setFailure(passkeyFailure(error));
      }
    },
  });
  return (
    <Form sent={sent} act="Continue">
      <TextField
        name="name"
        label="Name"
        hint="Where it is kept, such as “Laptop” or “Blue security key”."
        autoFocus
      />
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
    </Form>
  );
}

function AddDialog() {
  const [open, setOpen] = useState(false);
  const [codes, setCodes] = useState<string[]>([]);
  const [refresh, toast] = [useRefresh(), useToast()];
  const close = () => {
    setOpen(false);
    setCodes([]);
  };
  const finish = async (recoveryCodes: string[]) => {
    setCodes(recoveryCodes);
    if (recoveryCodes.length === 0) setOpen(false);
    toast("Passkey added");
    await refresh();
  };
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        Add a passkey
      </Button>
      <Dialog open={open} onOpenChange={(next) => !next && close()} title="Add a passkey">
        {codes.length > 0 ? (
          <RecoveryCodes codes={codes} onDone={close}>
            Your passkey works.
          </RecoveryCodes>
        ) : (
          <AddForm onDone={finish} />
        )}
      </Dialog>
    </>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const remove = useMutation(useTRPC().passkeys.remove.mutationOptions());
  const refresh = useRefresh();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="grow">
        <p className="font-medium break-words">{passkey.name}</p>
        <p className="text-sm text-quiet">
          Added <Time at={passkey.createdOn} />
          {passkey.lastUsedOn ? (
            <>
              , last used <Time at={passkey.lastUsedOn} />
            </>
          ) : (
            ", not used yet"
          )}
        </p>
      </div>
      <Confirm
        trigger={(open) => <Button onClick={open}>Remove</Button>}
        title={`Remove “${passkey.name}”?`}
        description="You can no longer log in with it. Delete it on the device too."
        act="Remove"
        done="Passkey removed"
        run={async () => {
          await remove.mutateAsync({ id: passkey.id });
          await refresh();
        }}
      />
    </li>
  );
}

export function PasskeysPanel() {
  const list = useQuery(useTRPC().passkeys.list.queryOptions());
  return (
    <Panel title="Passkeys">
      <p className="mb-4 text-[0.9375rem] text-pretty text-quiet">
        Log in with your fingerprint, face, PIN or a security key, without a password. A passkey
        works on this site alone, so nobody can phish it.
      </p>
      {list.error && <ProblemNote error={list.error} onRetry={() => list.refetch()} />}
      {!list.data && !list.error && <Loading lines={2} />}
      {list.data && list.data.length > 0 && (
        <ul className="mb-4 divide-y divide-line">
          {list.data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <AddDialog />
    </Panel>
  );
}
