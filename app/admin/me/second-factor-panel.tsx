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
      <Dialog open={open} onOpenChange={(next) => !next && close()} title="Second factor">
        {codes ? (
          <>
            <p className="text-pretty">
              It is on. Keep these recovery codes where you keep your passwords: each lets you in
              once without the authenticator, and they are not shown again.
            </p>
            <ul className="my-4 grid grid-cols-2 gap-2 font-mono">
              {codes.map((code) => (
                <li key={code}>{code}</li>
              ))}
            </ul>
            <Button look="primary" onClick={close}>
              I have kept them
            </Button>
          </>
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
      toast("Second factor turned off");
      await refresh();
    },
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>Turn off</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Turn the second factor off?"
        description="From then on, whoever learns your password can log in as you."
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
      title="Second factor"
      acts={isOn ? <Badge look="good">On</Badge> : <Badge look="quiet">Off</Badge>}
    >
      <p className="mb-4 text-[0.9375rem] text-pretty text-quiet">
        With it, logging in also takes a code of your authenticator, so that a password alone is
        worth nothing to others.
      </p>
      {isOn ? <DisableDialog /> : <EnableDialog />}
    </Panel>
  );
}
