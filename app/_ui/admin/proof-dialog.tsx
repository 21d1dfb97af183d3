"use client";
// Asks for a password, a code or a passkey before what matters most, then lets it go on.
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import type { DefaultValues } from "react-hook-form";
import { z } from "zod";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Form, TextField, useSentForm } from "./form";
import { Loading } from "./page";
import { isPasskeyFailure, passkeyFailure, signWithPasskey } from "./passkey";
import { ProblemNote } from "./problem";
import { useTRPC } from "./trpc-context";

interface Way {
  onProven(): void;
}

const Password = z.strictObject({ password: z.string().min(1).max(512) });
const Code = z.strictObject({ code: z.string().min(1).max(64) });

interface ProofFormProps<Values extends Record<string, string>> extends Way {
  schema: z.ZodType<Values, Values>;
  initial: DefaultValues<Values>;
  prove(values: Values): Promise<unknown>;
  field: ComponentProps<typeof TextField>;
}

/** A form of one field, which proves who it is that fills it in. */
function ProofForm<Values extends Record<string, string>>(props: ProofFormProps<Values>) {
  const { schema, initial, prove, field, onProven } = props;
  const sent = useSentForm({
    schema,
    initial,
    async send(values) {
      await prove(values);
      onProven();
    },
  });
  return (
    <Form sent={sent} act="Confirm">
      <TextField {...field} autoFocus />
    </Form>
  );
}

function ByPassword({ onProven }: Way) {
  const { mutateAsync } = useMutation(useTRPC().proof.password.mutationOptions());
  const field = { name: "password", label: "Password", type: "password" };
  return (
    <ProofForm
      schema={Password}
      initial={{ password: "" }}
      prove={mutateAsync}
      field={{ ...field, autoComplete: "current-password" }}
      onProven={onProven}
    />
  );
}

function ByCode({ onProven }: Way) {
  const { mutateAsync } = useMutation(useTRPC().proof.code.mutationOptions());
  const hint = "From your authenticator, or a recovery code.";
  return (
    <ProofForm
      schema={Code}
      initial={{ code: "" }}
      prove={mutateAsync}
      field={{ name: "code", label: "Code", hint, autoComplete: "one-time-code" }}
      onProven={onProven}
    />
  );
}

function ByPasskey({ onProven }: Way) {
  const trpc = useTRPC();
  const options = useMutation(trpc.passkeys.proofOptions.mutationOptions());
  const prove = useMutation(trpc.proof.passkey.mutationOptions());
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const passkey = await signWithPasskey(await options.mutateAsync());
      await prove.mutateAsync({ passkey });
      onProven();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button look="primary" className="w-full" busy={busy} onClick={confirm}>
        Use a passkey
      </Button>
      {failure !== null &&
        (isPasskeyFailure(failure) ? (
          <p role="alert" className="mt-3 text-sm text-danger">
            {passkeyFailure(failure)}
          </p>
        ) : (
          <div className="mt-3">
            <ProblemNote error={failure} />
          </div>
        ))}
    </>
  );
}

function Ways({ onProven }: Way) {
  const methods = useQuery(useTRPC().proof.methods.queryOptions());
  const [chosen, setChosen] = useState<"password" | "code" | null>(null);
  if (methods.error) return <ProblemNote error={methods.error} />;
  if (!methods.data) return <Loading lines={2} />;
  const { password, code, passkey } = methods.data;
  const way = chosen ?? (password ? "password" : code || passkey ? "code" : null);
  return (
    <div className="space-y-5">
      {passkey && <ByPasskey onProven={onProven} />}
      {way === "password" && <ByPassword onProven={onProven} />}
      {way === "code" && <ByCode onProven={onProven} />}
      {password && code && (
        <button
          type="button"
          className="link text-[0.9375rem]"
          onClick={() => setChosen(way === "code" ? "password" : "code")}
        >
          {way === "code" ? "Use your password" : "Use a code"}
        </button>
      )}
      {way === null && (
        <p className="text-pretty">
          You have no password, code or passkey to confirm with.{" "}
          <a href="/admin/login" className="link">
            Log in again
          </a>
          , then repeat what you were doing.
        </p>
      )}
    </div>
  );
}

interface Props {
  open: boolean;
  onAnswer(isProven: boolean): void;
}

export function ProofDialog({ open, onAnswer }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onAnswer(false)}
      title="Confirm that it is you"
      description="Keys, secrets, the team, prices and your login are changed only by somebody who logged in or confirmed within the last 15 minutes."
    >
      <Ways onProven={() => onAnswer(true)} />
    </Dialog>
  );
}
