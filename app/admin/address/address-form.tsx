"use client";
import { useMutation } from "@tanstack/react-query";
import { Button } from "#ui/admin/button";
import { useIsHydrated } from "#ui/admin/hydration";
import { ProblemNote } from "#ui/admin/problem";
import { useTRPC } from "#ui/admin/trpc";

interface Props {
  token: string;
  newEmail: string;
  /** Null at the new address. */
  oldEmail: string | null;
}

/** Buttons rather than the link itself: programs that scan mails follow links. */
export function AddressForm({ token, newEmail, oldEmail }: Props) {
  const { ownLogin } = useTRPC();
  const confirm = useMutation(ownLogin.confirmEmailChange.mutationOptions());
  const cancel = useMutation(ownLogin.cancelEmailChangeByLink.mutationOptions());
  const isHydrated = useIsHydrated();
  if (cancel.isSuccess) {
    return <p role="status">The change was canceled. The address stays as it was.</p>;
  }
  if (confirm.data) {
    return (
      <p role="status" className="text-pretty">
        {confirm.data.isDone ? (
          <>
            You log in as {newEmail} from now on.{" "}
            <a href="/admin/login" className="link">
              Log in
            </a>
          </>
        ) : (
          "Confirmed. The address changes once the link that we sent to the other address is used."
        )}
      </p>
    );
  }
  const error = confirm.error ?? cancel.error;
  return (
    <>
      <p className="mb-6 text-pretty text-quiet">
        {oldEmail === null
          ? `Confirm that ${newEmail} is yours and that you log in with it from now on.`
          : `The login ${oldEmail} changes to ${newEmail}.`}
      </p>
      {error && <ProblemNote error={error} />}
      <p className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={confirm.isPending}
          disabled={!isHydrated}
          onClick={() => confirm.mutate({ token })}
        >
          Confirm address
        </Button>
        <Button
          busy={cancel.isPending}
          disabled={!isHydrated}
          onClick={() => cancel.mutate({ token })}
        >
          Cancel change
        </Button>
      </p>
    </>
  );
}
