"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RouterOutput } from "#trpc/router";
import { useApiForm } from "#ui/admin/api-form";
import { Button } from "#ui/admin/button";
import { Confirm, Dialog } from "#ui/admin/dialog";
import { Form, TextField } from "#ui/admin/form";
import { Item, Items, Loaded, Note, Panel } from "#ui/admin/page";
import {
  canUsePasskeys,
  createPasskey,
  PASSKEYS_UNAVAILABLE,
  passkeyFailure,
} from "#ui/admin/passkey";
import { Time } from "#ui/admin/time";
import { useToast } from "#ui/admin/toasts";
import { useRefresh, useTRPC } from "#ui/admin/trpc";
import { RecoveryCodes } from "./second-factor-panel";

type Passkey = RouterOutput["passkeys"]["list"][number];

function useRefreshPasskeys() {
  const refreshList = useRefresh((trpc) => trpc.passkeys.list.pathFilter());
  const refreshMe = useRefresh((trpc) => trpc.session.me.pathFilter());
  return () => Promise.all([refreshList(), refreshMe()]);
}

function AddForm({ onDone }: { onDone(recoveryCodes: string[]): void }) {
  const trpc = useTRPC();
  const options = useMutation(trpc.passkeys.createOptions.mutationOptions());
  const add = useMutation(trpc.passkeys.add.mutationOptions());
  const [failure, setFailure] = useState<string | null>(null);
  const form = useApiForm({
    schema: async () => (await import("#admin/schemas")).PasskeyName,
    initial: { name: "" },
    async send({ name }) {
      setFailure(null);
      if (!canUsePasskeys()) return setFailure(PASSKEYS_UNAVAILABLE);
      const creationOptions = await options.mutateAsync();
      try {
        const response = await createPasskey(creationOptions);
        onDone((await add.mutateAsync({ name, response })).recoveryCodes);
      } catch (error) {
        const message = passkeyFailure(error);
        if (message === null) throw error;
        setFailure(message);
      }
    },
  });
  return (
    <Form form={form} action="Continue">
      <TextField
        name="name"
        label="Name"
        hint="The device that stores it, such as “Laptop” or “Blue security key”."
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
  const [refresh, toast] = [useRefreshPasskeys(), useToast()];
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
      <Button variant="primary" onClick={() => setOpen(true)}>
        Add passkey
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

function PasskeyItem({ passkey }: { passkey: Passkey }) {
  const remove = useMutation(useTRPC().passkeys.remove.mutationOptions());
  const refresh = useRefreshPasskeys();
  return (
    <Item>
      <div>
        <p className="font-medium break-words">{passkey.name}</p>
        <p className="text-sm text-quiet">
          Added <Time at={passkey.createdOn} />,{" "}
          {passkey.lastUsedOn ? (
            <>
              last used <Time at={passkey.lastUsedOn} />
            </>
          ) : (
            "not used yet"
          )}
        </p>
      </div>
      <Confirm
        button="Remove"
        buttonLabel={`Remove ${passkey.name}`}
        title={`Remove “${passkey.name}”?`}
        description="You can no longer log in with it. Delete it on the device too."
        action="Remove passkey"
        done="Passkey removed"
        run={async () => {
          await remove.mutateAsync({ id: passkey.id });
          await refresh();
        }}
      />
    </Item>
  );
}

export function PasskeysPanel() {
  const list = useQuery(useTRPC().passkeys.list.queryOptions());
  return (
    <Panel title="Passkeys">
      <Note className="mb-4">
        Log in with your fingerprint, face, PIN or a security key instead of a password. Passkeys
        work on this site only, so they can’t be phished.
      </Note>
      <Loaded query={list} lines={2}>
        {(passkeys) => (
          <Items>
            {passkeys.map((passkey) => (
              <PasskeyItem key={passkey.id} passkey={passkey} />
            ))}
          </Items>
        )}
      </Loaded>
      <div className="mt-4">
        <AddDialog />
      </div>
    </Panel>
  );
}
