"use client";
// The login on top of a screen whose session has ended: what was typed below stays.
import { useQueryClient } from "@tanstack/react-query";
import { Dialog } from "./dialog";
import { LoginForm } from "./login-form";
import { useTRPC } from "./trpc";

interface Props {
  email: string;
  open: boolean;
  onClose(isLoggedIn: boolean): void;
}

export default function LoginDialog({ email, open, onClose }: Props) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const finish = async () => {
    const options = trpc.session.me.queryOptions(undefined, { staleTime: 0 });
    const person = await queries.fetchQuery(options);
    // Another person must neither see nor send what this one has typed.
    if (person.email !== email) return location.assign("/admin");
    onClose(true);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose(false)}
      title="Log in to continue"
      description={`Your session has ended. Log in as ${email}: this page and what you have typed stay.`}
    >
      <LoginForm email={email} onDone={finish} failure={null} providers={[]} next="/admin" />
      <p className="mt-5 text-sm text-pretty text-quiet">
        Or{" "}
        <a href="/admin/login" target="_blank" rel="noreferrer" className="link">
          log in in another tab
        </a>
        , for example through single sign-on, and{" "}
        <button type="button" className="link" onClick={finish}>
          continue here
        </button>
        .
      </p>
    </Dialog>
  );
}
