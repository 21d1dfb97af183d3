"use client";
// The two steps to another password.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { RequestPasswordReset, ResetPassword } from "#schemas/people";
import { Form, TextField, useSentForm } from "#ui/admin/form";
import { useTRPC } from "#ui/admin/trpc";

export function AskForLink() {
  const [isAsked, setAsked] = useState(false);
  const ask = useMutation(useTRPC().session.requestPasswordReset.mutationOptions());
  const sent = useSentForm({
    schema: RequestPasswordReset,
    initial: { email: "" },
    async send(values) {
      await ask.mutateAsync(values);
      setAsked(true);
    },
  });
  if (isAsked) {
    return (
      <p role="status" className="text-pretty">
        If somebody here has that address, a mail with a link is on its way. It works for two hours,
        and so do the links that came before it: if you asked more than once, use any of them.
      </p>
    );
  }
  return (
    <Form sent={sent} act="Send me a link">
      <TextField name="email" label="E-mail" type="email" autoComplete="username" />
    </Form>
  );
}

export function NewPassword({ token }: { token: string }) {
  const [isSet, setDone] = useState(false);
  const reset = useMutation(useTRPC().session.resetPassword.mutationOptions());
  const sent = useSentForm({
    schema: ResetPassword,
    initial: { token, password: "" },
    async send(values) {
      await reset.mutateAsync(values);
      setDone(true);
    },
  });
  if (isSet) {
    return (
      <p role="status">
        Your password is set.{" "}
        <a href="/admin/login" className="link">
          Log in
        </a>
      </p>
    );
  }
  const fault = sent.form.formState.errors.token?.message;
  return (
    <>
      {fault && (
        <p role="alert" className="mb-5 font-medium text-danger">
          This link {fault}.{" "}
          <a href="/admin/reset" className="link">
            Ask for another
          </a>
        </p>
      )}
      <Form sent={sent} act="Set the password">
        <TextField
          name="password"
          label="New password"
          type="password"
          hint="At least ten characters, and not one that others use too."
          autoComplete="new-password"
        />
      </Form>
    </>
  );
}
