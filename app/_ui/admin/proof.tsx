"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type FormOptions, useApiForm } from "./api-form";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { CodeField, PasswordField } from "./fields";
import { Form } from "./form";
import { Loaded } from "./page";
import { passkeyFailure, signWithPasskey } from "./passkey";
import { ProblemNote } from "./problem";
import { useCall, useTRPC } from "./trpc";

interface MethodProps {
  onProven(): void;
}

interface ProofFormProps<Values extends Record<string, string>>
  extends MethodProps,
    FormOptions<Values, Values> {
  children: ReactNode;
}

function ProofForm<Values extends Record<string, string>>(props: ProofFormProps<Values>) {
  const { schema, initial, send, onProven, children } = props;
  const form = useApiForm({
    schema,
    initial,
    async send(values: Values, opened) {
      await send(values, opened);
      onProven();
    },
  });
  return (
    <Form form={form} action="Confirm">
      {children}
    </Form>
  );
}

function PasswordProof({ onProven }: MethodProps) {
  const send = useCall((trpc) => trpc.proof.password);
  return (
    <ProofForm
      schema={async () => (await import("#admin/schemas")).Password}
      initial={{ password: "" }}
      send={send}
      onProven={onProven}
    >
      <PasswordField autoFocus />
    </ProofForm>
  );
}

function CodeProof({ onProven }: MethodProps) {
  const send = useCall((trpc) => trpc.proof.code);
  return (
    <ProofForm
      schema={async () => (await import("#admin/schemas")).Code}
      initial={{ code: "" }}
      send={send}
      onProven={onProven}
    >
      <CodeField autoFocus />
    </ProofForm>
  );
}

function PasskeyProof({ onProven }: MethodProps) {
  const options = useCall((trpc) => trpc.passkeys.proofOptions);
  const proof = useCall((trpc) => trpc.proof.passkey);
  const confirm = useMutation({
    mutationFn: async () => {
      const passkey = await signWithPasskey(await options());
      await proof({ passkey });
      onProven();
    },
  });
  const message = passkeyFailure(confirm.error);
  return (
    <>
      <Button
        variant="primary"
        className="w-full"
        busy={confirm.isPending}
        onClick={() => confirm.mutate()}
      >
        Use a passkey
      </Button>
      {message !== null && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {message}
        </p>
      )}
      {confirm.error && message === null && (
        <div className="mt-3">
          <ProblemNote error={confirm.error} />
        </div>
      )}
    </>
  );
}

interface MethodsProps extends MethodProps {
  methods: { password: boolean; code: boolean; passkey: boolean };
}

function Methods({ methods: { password, code, passkey }, onProven }: MethodsProps) {
  const [chosen, setChosen] = useState<"password" | "code" | null>(null);
  const method = chosen ?? (password ? "password" : code || passkey ? "code" : null);
  return (
    <div className="space-y-5">
      {passkey && <PasskeyProof onProven={onProven} />}
      {method === "password" && <PasswordProof onProven={onProven} />}
      {method === "code" && <CodeProof onProven={onProven} />}
      {password && code && (
        <button
          type="button"
          className="link text-[0.9375rem]"
          onClick={() => setChosen(method === "code" ? "password" : "code")}
        >
          {method === "code" ? "Use your password" : "Use a code"}
        </button>
      )}
      {method === null && (
        <p className="text-pretty">
          You have no password, code or passkey to confirm with.{" "}
          <a href="/admin/login" className="link">
            Log in again
          </a>
          , then repeat the change.
        </p>
      )}
    </div>
  );
}

interface Props {
  open: boolean;
  onClose(isProven: boolean): void;
}

function Body({ onProven }: MethodProps) {
  const query = useQuery(useTRPC().proof.methods.queryOptions());
  return (
    <Loaded query={query} lines={2}>
      {(methods) => <Methods methods={methods} onProven={onProven} />}
    </Loaded>
  );
}

export default function ProofDialog({ open, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose(false)}
      title="Confirm it’s you"
      description="To change keys, secrets, the team, prices or your login, you must have logged in or confirmed within the last 15 minutes."
    >
      <Body onProven={() => onClose(true)} />
    </Dialog>
  );
}
