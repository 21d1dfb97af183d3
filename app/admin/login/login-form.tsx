"use client";
// E-mail and password, then the code where there is a second factor; or another provider.
import { signIn } from "next-auth/react";
import { useState } from "react";
import { LogIn } from "#schemas/people";
import { Button } from "#ui/admin/button";
import { Form, TextField, useSentForm } from "#ui/admin/form";

const failures: Record<string, string> = {
  refused: "E-mail and password do not go together.",
  "code-wrong": "The code is wrong, or was used. Take the next one.",
  "too-often":
    "Too many attempts. Wait a quarter of an hour, or reset your password: that works at once.",
  busy: "Too many people are logging in. Try again in a few seconds.",
  canceled: "You canceled the login. Nothing has changed.",
  unknown: "Nobody here has the e-mail address that you are known by there. Ask for an invitation.",
  "no-email":
    "The provider did not share your e-mail address. Allow it there, or use your password.",
  "email-unverified": "The provider has not verified your e-mail address. Verify it there first.",
  "email-verification-missing":
    "The provider does not say whether it has verified your e-mail address (email_verified). " +
    "Ask whoever runs it to send that claim, or use your password.",
  "provider-failed": "The provider could not complete the login. Try again in a moment.",
  OAuthSignin: "The provider cannot be reached. Try again in a moment, or use your password.",
  OAuthCallback:
    "The login at the provider did not complete. Start again here, or use your password.",
  other: "Logging in did not work. Try again.",
};

interface Props {
  next: string;
  failure: string | null;
  providers: { id: string; name: string }[];
}

function Providers({ next, providers }: Pick<Props, "next" | "providers">) {
  if (providers.length === 0) return null;
  return (
    <div className="mt-8 space-y-2 border-t border-line pt-6">
      {providers.map(({ id, name }) => (
        <Button key={id} className="w-full" onClick={() => signIn(id, { callbackUrl: next })}>
          Continue with {name}
        </Button>
      ))}
    </div>
  );
}

export function LoginForm({ next, failure, providers }: Props) {
  const [told, setTold] = useState(failure && (failures[failure] ?? failures["other"]));
  const [needsCode, setNeedsCode] = useState(false);
  const sent = useSentForm({
    schema: LogIn,
    initial: { email: "", password: "", code: null },
    async send(values) {
      const answer = await signIn("credentials", {
        email: values.email,
        password: values.password,
        code: values.code ?? "",
        redirect: false,
      });
      if (answer?.ok && !answer.error) return location.assign(next);
      const error = answer?.error ?? "other";
      const isNew = error === "code-needed";
      setNeedsCode(needsCode || isNew || error === "code-wrong");
      setTold(isNew ? null : (failures[error] ?? failures["other"] ?? null));
    },
  });
  return (
    <>
      {told && (
        <p role="alert" className="mb-5 font-medium text-danger">
          {told}
        </p>
      )}
      <Form sent={sent} act="Log in">
        <TextField name="email" label="E-mail" type="email" autoComplete="username" />
        <TextField
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
        />
        {needsCode && (
          <TextField
            name="code"
            label="Code"
            hint="Of your authenticator, or a recovery code."
            autoComplete="one-time-code"
            autoFocus
          />
        )}
      </Form>
      <p className="mt-5 text-[0.9375rem]">
        <a href="/admin/reset" className="link">
          Forgot the password?
        </a>
      </p>
      <Providers next={next} providers={providers} />
    </>
  );
}
