"use client";
import { useApiForm } from "#ui/admin/api-form";
import { NewPasswordField } from "#ui/admin/fields";
import { Form, TextField } from "#ui/admin/form";
import { useCall } from "#ui/admin/trpc";

export function InvitationForm({ token, email }: { token: string; email: string }) {
  const accept = useCall((trpc) => trpc.session.acceptInvitation);
  const form = useApiForm({
    schema: async () => (await import("#admin/schemas")).AcceptInvitation,
    initial: { token, name: "", password: "" },
    async send(values) {
      await accept(values);
      location.assign("/admin/login");
    },
  });
  return (
    <>
      <p className="mb-6 text-pretty text-quiet">
        You log in as {email}. If you already have a login, enter its password.
      </p>
      <Form form={form} action="Accept invitation">
        <TextField name="name" label="Your name" autoComplete="name" />
        <NewPasswordField label="Password" />
      </Form>
    </>
  );
}
