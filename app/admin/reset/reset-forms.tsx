"use client";
import { useMutation } from "@tanstack/react-query";
import { useApiForm } from "#ui/admin/api-form";
import { EmailField, NewPasswordField } from "#ui/admin/fields";
import { errorSentence, Form, messageIn } from "#ui/admin/form";
import { useTRPC } from "#ui/admin/trpc";

export function RequestForm() {
  const request = useMutation(useTRPC().session.requestPasswordReset.mutationOptions());
  const form = useApiForm({
    schema: async () => (await import("#admin/schemas")).RequestPasswordReset,
    initial: { email: "" },
    send: (values) => request.mutateAsync(values),
  });
  if (request.isSuccess) {
    return (
      <p role="status" className="text-pretty">
        If that address has a login, an email with a link is on its way. The link works for two
        hours. If you requested several, each of them works.
      </p>
    );
  }
  return (
    <Form form={form} action="Send link">
      <EmailField autoComplete="username" />
    </Form>
  );
}

export function NewPasswordForm({ token }: { token: string }) {
  const reset = useMutation(useTRPC().session.resetPassword.mutationOptions());
  const form = useApiForm({
    schema: async () => (await import("#admin/schemas")).ResetPassword,
    initial: { token, password: "" },
    send: (values) => reset.mutateAsync(values),
  });
  if (reset.isSuccess) {
    return (
      <p role="status" className="text-pretty">
        Your password is set, and all your sessions have ended. Passkeys and single sign-on logins
        stay: the mail that we sent you lists yours.{" "}
        <a href="/admin/login" className="link">
          Log in
        </a>
      </p>
    );
  }
  const tokenError = messageIn(form.formState.errors["token"]);
  return (
    <>
      {tokenError && (
        <p role="alert" className="mb-5 font-medium text-danger">
          {errorSentence("This link", tokenError)}{" "}
          <a href="/admin/reset" className="link">
            Request a new link
          </a>
        </p>
      )}
      <Form form={form} action="Set password">
        <NewPasswordField />
      </Form>
    </>
  );
}
