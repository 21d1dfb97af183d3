"use client";
// Another password, for whoever knows the one that is.
import { useMutation } from "@tanstack/react-query";
import { ChangePassword } from "#schemas/people";
import { Form, TextField, useSentForm } from "#ui/admin/form";
import { Panel } from "#ui/admin/page";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";

export function PasswordPanel() {
  const change = useMutation(useTRPC().session.changePassword.mutationOptions());
  const toast = useToast();
  const sent = useSentForm({
    schema: ChangePassword,
    initial: { current: "", password: "" },
    async send(values) {
      await change.mutateAsync(values);
      sent.form.reset();
      toast("Password changed; your other sessions ended");
    },
  });
  return (
    <Panel title="Password">
      <Form sent={sent} act="Change the password">
        <TextField
          name="current"
          label="Current password"
          type="password"
          autoComplete="current-password"
        />
        <TextField
          name="password"
          label="New password"
          type="password"
          hint="At least ten characters, and not one that others use too."
          autoComplete="new-password"
        />
      </Form>
    </Panel>
  );
}
