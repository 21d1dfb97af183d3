"use client";
// Logs in with a passkey: alone, or after a password.
import { useMutation } from "@tanstack/react-query";
import { signIn } from "next-auth/react";
import { useState } from "react";
import { Button } from "#ui/admin/button";
import { useIsLive } from "#ui/admin/is-live";
import {
  canUsePasskeys,
  isPasskeyFailure,
  passkeyFailure,
  signWithPasskey,
} from "#ui/admin/passkey";
import { problemOf } from "#ui/admin/problem";
import { useTRPC } from "#ui/admin/trpc";

interface Props {
  /** What else to log in with, such as the password that the passkey comes after. */
  typed?: { email: string; password: string };
  onAnswer(error: string | null): void;
  onFailure(message: string): void;
}

export function PasskeyButton({ typed, onAnswer, onFailure }: Props) {
  const options = useMutation(useTRPC().passkeys.loginOptions.mutationOptions());
  const [busy, setBusy] = useState(false);
  const isLive = useIsLive();
  const use = async () => {
    setBusy(true);
    try {
      if (!canUsePasskeys()) return onFailure("This browser or address cannot use passkeys.");
      const passkey = await signWithPasskey(await options.mutateAsync());
      const answer = await signIn("credentials", {
        ...typed,
        passkey: JSON.stringify(passkey),
        redirect: false,
      });
      onAnswer(answer?.ok ? (answer.error ?? null) : (answer?.error ?? "other"));
    } catch (error) {
      onFailure(isPasskeyFailure(error) ? passkeyFailure(error) : problemOf(error).title);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button className="w-full" busy={busy} disabled={!isLive} onClick={use}>
      Use a passkey
    </Button>
  );
}
