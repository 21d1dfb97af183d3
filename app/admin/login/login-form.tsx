"use client";
// A passkey; or e-mail and password, then the second factor if there is one; or another provider.
import { signIn } from "next-auth/react";
import { useState } from "react";
import { LogIn } from "#schemas/people";
import { Button } from "#ui/admin/button";
import { Form, TextField, useSentForm } from "#ui/admin/form";
import { PasskeyButton } from "./passkey-button";

const failures: Record<string, string> = {
  refused: "E-mail and password do not go together.",
  "code-wrong": "The code is wrong, or was used. Take the next one.",
  "passkey-wrong": "This passkey cannot be used here. Use another one, or your password.",
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

function CodeField({ autoFocus }: { autoFocus: boolean }) {
  return (
    <TextField
      name="code"
      label="Code"
      hint="From your authenticator, or a recovery code."
      autoComplete="one-time-code"
      autoFocus={autoFocus}
    />
  );
}

export function LoginForm({ next, failure, providers }: Props) {
  const [told, setTold] = useState(failure && (failures[failure] ?? failures["other"]));
  const [needsCode, setNeedsCode] = useState(false);
  const [typed, setTyped] = useState<{ email: string; password: string }>();
  const finish = (error: string | null) => {
    if (error === null) return location.assign(next);
    setTold(failures[error] ?? failures["other"] ?? null);
  };
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
      const error = answer?.ok && !answer.error ? null : (answer?.error ?? "other");
      const isNew = error === "code-needed" || error === "passkey-needed";
      if (error === "passkey-needed") setTyped(values);
      if (!isNew) return finish(error);
      setNeedsCode(true);
      setTold(null);
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
        {typed && <PasskeyButton typed={typed} onAnswer={finish} onFailure={setTold} />}
        {needsCode && <CodeField autoFocus={!typed} />}
      </Form>
      {!typed && (
        <div className="mt-5">
          <PasskeyButton onAnswer={finish} onFailure={setTold} />
        </div>
      )}
      <p className="mt-5 text-[0.9375rem]">
        <a href="/admin/reset" className="link">
          Forgot the password?
        </a>
      </p>
      <Providers next={next} providers={providers} />
    </>
  );
}
