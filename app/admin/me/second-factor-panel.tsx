"use client";
// The second factor: an authenticator that gives codes, and codes for when it is lost.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { EnableTotp } from "#schemas/people";
import { Button } from "#ui/admin/button";
import { Dialog } from "#ui/admin/dialog";
import { Form, TextField, useSentForm } from "#ui/admin/form";
import { Badge, Loading, Panel } from "#ui/admin/page";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";
import { RecoveryCodes } from "./recovery-codes";

function useRefresh() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: trpc.session.me.queryKey() });
}

interface Totp {
  key: string;
  picture: { size: number; path: string };
}

function Enable({ totp, onDone }: { totp: Totp; onDone(codes: string[]): void }) {
  const enable = useMutation(useTRPC().session.enableTotp.mutationOptions());
  const sent = useSentForm({
    schema: EnableTotp,
    initial: { key: totp.key, code: "" },
    send: async (values) => onDone(await enable.mutateAsync(values)),
  });
  const { size, path } = totp.picture;
  return (
    <>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        className="mx-auto size-48 rounded-lg bg-white p-3 text-black"
      >
        <title>Code to scan with your authenticator</title>
        <path d={path} fill="currentColor" />
      </svg>
      <p className="my-4 text-center text-sm text-quiet">
        Or type this key: <code className="select-all">{totp.key}</code>
      </p>
      <Form sent={sent} act="Turn on">
        <TextField
          name="code"
          label="Code"
          hint="What the authenticator shows now."
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
  const refresh = useRefresh();
  const totp = useQuery(
    useTRPC().session.newTotp.queryOptions(undefined, { enabled: open, staleTime: Infinity }),
  );
  const close = () => {
    setOpen(false);
    if (codes) void refresh();
  };
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        Turn on
      </Button>
      <Dialog open={open} onOpenChange={(next) => !next && close()} title="Authenticator">
        {codes ? (
          <RecoveryCodes codes={codes} onDone={close}>
            It is on.
          </RecoveryCodes>
        ) : totp.data ? (
          <Enable totp={totp.data} onDone={setCodes} />
        ) : (
          <Loading />
        )}
      </Dialog>
    </>
  );
}

const Password = z.strictObject({ password: z.string().min(1, "is needed").max(512) });

function DisableDialog() {
  const [open, setOpen] = useState(false);
  const [refresh, toast] = [useRefresh(), useToast()];
  const disable = useMutation(useTRPC().session.disableTotp.mutationOptions());
  const sent = useSentForm({
    schema: Password,
    initial: { password: "" },
    async send(values) {
      await disable.mutateAsync(values);
      setOpen(false);
      toast("Authenticator turned off");
      await refresh();
    },
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>Turn off</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Turn the authenticator off?"
        description="Without a passkey, whoever learns your password can then log in as you."
      >
        <Form sent={sent} act="Turn off" look="danger" onCancel={() => setOpen(false)}>
          <TextField
            name="password"
            label="Password"
            type="password"
            autoComplete="current-password"
          />
        </Form>
      </Dialog>
    </>
  );
}

export function SecondFactorPanel({ isOn }: { isOn: boolean }) {
  return (
    <Panel
      title="Authenticator"
      acts={isOn ? <Badge look="good">On</Badge> : <Badge look="quiet">Off</Badge>}
    >
      <p className="mb-4 text-[0.9375rem] text-pretty text-quiet">
        With it, logging in by password also takes a code from an app on your phone, so a stolen
        password is not enough.
      </p>
      {isOn ? <DisableDialog /> : <EnableDialog />}
    </Panel>
  );
}
