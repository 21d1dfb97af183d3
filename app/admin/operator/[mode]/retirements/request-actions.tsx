"use client";
import { useMutation } from "@tanstack/react-query";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { Button } from "#ui/admin/button";
import { Confirm } from "#ui/admin/dialog";
import { ButtonLink } from "#ui/admin/screen-link";
import { useToast } from "#ui/admin/toasts";
import { useChange, useRefresh, useTRPC } from "#ui/admin/trpc";

type Request = RouterOutput["operatorWorklist"]["requests"]["data"][number];

const useWorkRefresh = () => useRefresh((trpc) => trpc.operatorWorklist.pathFilter());

function Return({ request: { id, kg } }: { request: Request }) {
  const send = useChange((trpc) => trpc.operatorWorklist.returnRequest);
  return (
    <Confirm
      button="Return to list"
      title={`Return ${formatMass(kg)} to the list?`}
      description="Only if this retirement was not made at the registry. Otherwise these credits could be retired twice."
      done="Returned to the list"
      run={() => send({ id })}
    />
  );
}

function Poll({ request: { id, sentOn } }: { request: Request }) {
  const toast = useToast();
  const refresh = useWorkRefresh();
  const poll = useMutation(useTRPC().operatorWorklist.pollRequest.mutationOptions());
  const run = async () => {
    const started = await poll.mutateAsync({ id }).then(
      () => true,
      () => false,
    );
    toast(started ? "Request queued" : "This request has ended. Reload the list.");
    await refresh();
  };
  return (
    <Button busy={poll.isPending} onClick={run}>
      {sentOn ? "Check registry now" : "Send now"}
    </Button>
  );
}

export function RequestActions({ request }: { request: Request }) {
  const { adapter, state, problem } = request;
  if (state === "confirmed") return null;
  const isManual = adapter === "manual";
  return (
    <span className="flex flex-col items-end gap-2">
      {state === "refused" && (
        <ButtonLink to="/retirements?show=recorded#registries">Change policy</ButtonLink>
      )}
      {state !== "refused" &&
        (isManual ? <Return request={request} /> : <Poll request={request} />)}
      {problem !== null && state !== "refused" && (
        <ButtonLink to="/import">Import an export</ButtonLink>
      )}
    </span>
  );
}
