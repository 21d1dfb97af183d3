"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { LogIn } from "#schemas/people";
import { useApiForm } from "#ui/admin/api-form";
import { Button } from "#ui/admin/button";
import { CodeField, EmailField, PasswordField } from "#ui/admin/fields";
import { Form } from "#ui/admin/form";
import { useIsHydrated } from "#ui/admin/hydration";
import { problemOf } from "#ui/admin/problem";
import { useTRPC } from "#ui/admin/trpc";

const loadAuth = () => import("next-auth/react");
const loadPasskeys = () => import("#ui/admin/passkey");

/** By the code that the server or Auth.js puts into the address. */
const failures: Record<string, string> = {
  refused: "Incorrect email or password.",
  "code-needed": "Enter your email and password again, with the code.",
  "passkey-needed": "Your login needs a passkey, and this page’s script for it.",
  "code-wrong": "The code is incorrect or was already used. Enter the next one.",
  "passkey-wrong": "This passkey doesn’t work here. Use another one, or your password.",
  "too-often": "Too many attempts. Try again in 15 minutes, or reset your password now.",
  busy: "Too many people are logging in. Try again in a few seconds.",
  cancelled: "You cancelled the login. Nothing has changed.",
  unknown: "No one here has the email address of that login. Ask for an invitation.",
  "identity-not-allowed":
    "This login is not linked to yours. Log in another way, and allow it under “Your login”.",
  "no-email":
    "The provider did not share your email address. Allow it there, or use your password.",
  "email-unverified": "The provider has not verified your email address. Verify it there first.",
  "email-verification-missing":
    "The provider does not report whether it has verified your email address (email_verified). " +
    "Ask its administrator to send that claim, or use your password.",
  "provider-failed": "The provider could not complete the login. Try again in a moment.",
  OAuthSignin: "Can’t reach the provider. Try again in a moment, or use your password.",
  OAuthCallback:
    "The login with the provider was not completed. Start again here, or use your password.",
};
const otherFailure = "The login failed. Try again.";

type Credentials = Pick<LogIn, "email" | "password">;

interface PasskeyProps {
  /** The password, if the passkey is the second factor. */
  credentials?: Credentials;
  onResult(error: string | null): void;
  onFailure(message: string): void;
}

function PasskeyButton({ credentials, onResult, onFailure }: PasskeyProps) {
  const options = useMutation(useTRPC().passkeys.loginOptions.mutationOptions());
  const [busy, setBusy] = useState(false);
  const isHydrated = useIsHydrated();
  const logIn = async () => {
    setBusy(true);
    let passkeys: Awaited<ReturnType<typeof loadPasskeys>> | undefined;
    try {
      passkeys = await loadPasskeys();
      if (!passkeys.canUsePasskeys()) return onFailure(passkeys.PASSKEYS_UNAVAILABLE);
      const passkey = await passkeys.signWithPasskey(await options.mutateAsync());
      const { signIn } = await loadAuth();
      const response = await signIn("credentials", {
        ...credentials,
        passkey: JSON.stringify(passkey),
        redirect: false,
      });
      onResult(response?.ok ? (response.error ?? null) : (response?.error ?? "other"));
    } catch (error) {
      onFailure(passkeys?.passkeyFailure(error) ?? problemOf(error).title);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      className="w-full"
      busy={busy}
      disabled={!isHydrated}
      onPointerEnter={loadPasskeys}
      onFocus={loadPasskeys}
      onClick={logIn}
    >
      Use a passkey
    </Button>
  );
}

interface Props {
  /** Address to open afterwards, unless `onDone` says what happens. */
  next: string;
  onDone?: () => unknown;
  email?: string;
  failure: string | null;
  providers: { id: string; name: string }[];
}

function Providers({ next, providers }: Pick<Props, "next" | "providers">) {
  if (providers.length === 0) return null;
  return (
    <div className="mt-8 space-y-2 border-t border-line pt-6">
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          className="w-full"
          onPointerEnter={loadAuth}
          onFocus={loadAuth}
          onClick={async () => (await loadAuth()).signIn(id, { callbackUrl: next })}
        >
          Continue with {name}
        </Button>
      ))}
    </div>
  );
}

/** Logs in by password, with a second factor if the person has one, or by passkey or provider. */
export function LoginForm({ next, onDone, email: initialEmail = "", failure, providers }: Props) {
  const [message, setMessage] = useState(failure && (failures[failure] ?? otherFailure));
  const [needsCode, setNeedsCode] = useState(failure === "code-needed");
  const [credentials, setCredentials] = useState<Credentials>();
  const finish = (error: string | null) => {
    if (error !== null) setMessage(failures[error] ?? otherFailure);
    else if (onDone) onDone();
    else location.assign(next);
  };
  const form = useApiForm({
    schema: async () => {
      const [{ LogIn }] = await Promise.all([import("#admin/schemas"), loadAuth()]);
      return LogIn;
    },
    initial: { email: initialEmail, password: "", code: null },
    async send({ email, password, code }) {
      const { signIn } = await loadAuth();
      const response = await signIn("credentials", {
        email,
        password,
        code: code ?? "",
        redirect: false,
      });
      const error = response?.ok && !response.error ? null : (response?.error ?? "other");
      if (error === "passkey-needed") setCredentials({ email, password });
      if (error !== "code-needed" && error !== "passkey-needed") return finish(error);
      setNeedsCode(true);
      setMessage(null);
    },
  });
  const passkey = { onResult: finish, onFailure: setMessage };
  return (
    <>
      {message && (
        <p role="alert" className="mb-5 font-medium text-danger">
          {message}
        </p>
      )}
      <Form form={form} action="Log in" post="/api/auth/login">
        <input type="hidden" name="next" value={next} />
        <EmailField autoComplete="username" />
        <PasswordField />
        {credentials && <PasskeyButton {...passkey} credentials={credentials} />}
        {needsCode && <CodeField autoFocus={!credentials} />}
      </Form>
      {!credentials && (
        <div className="mt-5">
          <PasskeyButton {...passkey} />
        </div>
      )}
      <p className="mt-5 text-[0.9375rem]">
        <a href="/admin/reset" className="link">
          Forgot your password?
        </a>
      </p>
      <Providers next={next} providers={providers} />
    </>
  );
}
