"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RouterOutput } from "#trpc/router";
import { useApiForm } from "#ui/admin/api-form";
import { ButtonDialog, Confirm } from "#ui/admin/dialog";
import { Form, TextField } from "#ui/admin/form";
import { Time } from "#ui/admin/format";
import { Item, Items, Loaded, Note, Panel } from "#ui/admin/page";
import {
  canUsePasskeys,
  createPasskey,
  PASSKEYS_UNAVAILABLE,
  passkeyFailure,
} from "#ui/admin/passkey";
import { useToast } from "#ui/admin/toasts";
import { useCall, useChange, useTRPC } from "#ui/admin/trpc";
import { RecoveryCodes } from "./second-factor-panel";

type Passkey = RouterOutput["passkeys"]["list"][number];

function AddForm({ onDone }: { onDone(recoveryCodes: string[]): void }) {
  const loadOptions = useCall((trpc) => trpc.passkeys.createOptions);
  const add = useChange(
    (trpc) => trpc.passkeys.add,
    (trpc) => trpc.session.me.pathFilter(),
  );
  const [failure, setFailure] = useState<string | null>(null);
  const form = useApiForm({
    schema: async () => (await import("#admin/schemas")).PasskeyName,
    initial: { name: "" },
    async send({ name }) {
      setFailure(null);
      if (!canUsePasskeys()) return setFailure(PASSKEYS_UNAVAILABLE);
      const options = await loadOptions();
      try {
        onDone((await add({ name, response: await createPasskey(options) })).recoveryCodes);
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

/** The form, and then the recovery codes that come with a person’s first second factor. */
function AddSteps({ close }: { close(): void }) {
  const [codes, setCodes] = useState<string[]>([]);
  const toast = useToast();
  const finish = (recoveryCodes: string[]) => {
    setCodes(recoveryCodes);
    if (recoveryCodes.length === 0) close();
    toast("Passkey added");
  };
  if (codes.length === 0) return <AddForm onDone={finish} />;
  return (
    <RecoveryCodes codes={codes} onDone={close}>
      Your passkey works.
    </RecoveryCodes>
  );
}

function PasskeyItem({ passkey: { id, name, createdOn, lastUsedOn } }: { passkey: Passkey }) {
  const remove = useChange(
    (trpc) => trpc.passkeys.remove,
    (trpc) => trpc.session.me.pathFilter(),
  );
  return (
    <Item
      title={name}
      note={
        <>
          Added <Time at={createdOn} />,{" "}
          {lastUsedOn ? (
            <>
              last used <Time at={lastUsedOn} />
            </>
          ) : (
            "not used yet"
          )}
        </>
      }
    >
      <Confirm
        button="Remove"
        buttonLabel={`Remove ${name}`}
        title={`Remove “${name}”?`}
        description="You can no longer log in with it. Delete it on the device too."
        action="Remove passkey"
        done="Passkey removed"
        run={() => remove({ id })}
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
        <ButtonDialog button="Add passkey" variant="primary" title="Add a passkey">
          {(close) => <AddSteps close={close} />}
        </ButtonDialog>
      </div>
    </Panel>
  );
}
