"use client";
// A name and a password, for whoever was invited.
import { useMutation } from "@tanstack/react-query";
import { AcceptInvitation } from "#schemas/people";
import { Form, TextField, useSentForm } from "#ui/admin/form";
import { useTRPC } from "#ui/admin/trpc";

export function InvitationForm({ token, email }: { token: string; email: string }) {
  const accept = useMutation(useTRPC().session.acceptInvitation.mutationOptions());
  const sent = useSentForm({
    schema: AcceptInvitation,
    initial: { token, name: "", password: "" },
    async send(values) {
      await accept.mutateAsync(values);
      location.assign("/admin/login");
    },
  });
  return (
    <>
      <p className="mb-6 text-pretty text-quiet">
        You will log in as {email}. If you do already, give the password that you have.
      </p>
      <Form sent={sent} act="Join">
        <TextField name="name" label="Your name" autoComplete="name" />
        <TextField
          name="password"
          label="Password"
          type="password"
          hint="At least ten characters, and not one that others use too."
          autoComplete="new-password"
        />
      </Form>
    </>
  );
}
