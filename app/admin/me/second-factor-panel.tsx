"use client";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useApiForm } from "#ui/admin/api-form";
import { Button } from "#ui/admin/button";
import { Dialog, FormDialog } from "#ui/admin/dialog";
import { PasswordField } from "#ui/admin/fields";
import { Form, TextField } from "#ui/admin/form";
import { Badge, Loaded, Note, Panel } from "#ui/admin/page";
import { useCall, useChange, useRefresh, useTRPC } from "#ui/admin/trpc";

interface RecoveryCodesProps {
  codes: string[];
  onDone(): void;
  children: ReactNode;
}

export function RecoveryCodes({ codes, onDone, children }: RecoveryCodesProps) {
  return (
    <>
      <p className="text-pretty">
        {children} Store these recovery codes with your passwords. Each logs you in once if you lose
        your device. You can’t see them again.
      </p>
      <ul className="my-4 grid grid-cols-2 gap-2 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button variant="primary" onClick={onDone}>
        I’ve stored them
      </Button>
    </>
  );
}

interface EnableProps {
  totp: { key: string; picture: { size: number; path: string } };
  onDone(codes: string[]): void;
}

function EnableForm({ totp: { key, picture }, onDone }: EnableProps) {
  const enable = useCall((trpc) => trpc.session.enableTotp);
  const form = useApiForm({
    schema: async () => (await import("#admin/schemas")).EnableTotp,
    initial: { key, code: "" },
    send: async (values) => onDone(await enable(values)),
  });
  return (
    <>
      <svg
        viewBox={`0 0 ${picture.size} ${picture.size}`}
        className="mx-auto size-48 rounded-lg bg-white p-3 text-black"
      >
        <title>QR code for your authenticator app</title>
        <path d={picture.path} fill="currentColor" />
      </svg>
      <p className="my-4 text-center text-sm text-quiet">
        Or enter this key: <code className="select-all">{key}</code>
      </p>
      <Form form={form} action="Turn on">
        <TextField
          name="code"
          label="Code"
          hint="The code that the app shows now."
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </Form>
    </>
  );
}

function EnableDialog() {
  const [open, setOpen] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const refresh = useRefresh((trpc) => trpc.session.me.pathFilter());
  const totp = useQuery(
    useTRPC().session.newTotp.queryOptions(undefined, { enabled: open, staleTime: Infinity }),
  );
  const close = () => {
    setOpen(false);
    if (codes) void refresh();
  };
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Turn on
      </Button>
      <Dialog open={open} onOpenChange={(next) => !next && close()} title="Authenticator app">
        {codes ? (
          <RecoveryCodes codes={codes} onDone={close}>
            The authenticator app is on.
          </RecoveryCodes>
        ) : (
          <Loaded query={totp}>{(data) => <EnableForm totp={data} onDone={setCodes} />}</Loaded>
        )}
      </Dialog>
    </>
  );
}

function DisableDialog() {
  const disable = useChange((trpc) => trpc.session.disableTotp);
  return (
    <FormDialog
      button="Turn off"
      title="Turn off the authenticator app?"
      description="Unless you have a passkey, your password alone is then enough to log in."
      submitVariant="danger"
      done="Authenticator app turned off"
      schema={async () => (await import("#admin/schemas")).Password}
      initial={{ password: "" }}
      send={disable}
    >
      <PasswordField />
    </FormDialog>
  );
}

export function SecondFactorPanel({ isOn }: { isOn: boolean }) {
  return (
    <Panel
      title="Authenticator app"
      actions={<Badge tone={isOn ? "good" : "neutral"}>{isOn ? "On" : "Off"}</Badge>}
    >
      <Note className="mb-4">
        Logging in by password then also takes a code from an app on your phone, so a stolen
        password is not enough.
      </Note>
      {isOn ? <DisableDialog /> : <EnableDialog />}
    </Panel>
  );
}
