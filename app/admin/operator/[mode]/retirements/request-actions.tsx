"use client";
import { useMutation } from "@tanstack/react-query";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { Button, buttonClass } from "#ui/admin/button";
import { Confirm } from "#ui/admin/dialog";
import { ScreenLink } from "#ui/admin/screen-link";
import { useToast } from "#ui/admin/toasts";
import { useRefresh, useTRPC } from "#ui/admin/trpc";

type Request = RouterOutput["operatorWorklist"]["requests"]["data"][number];

const useWorkRefresh = () => useRefresh((trpc) => trpc.operatorWorklist.pathFilter());

function Return({ request: { id, kg } }: { request: Request }) {
  const refresh = useWorkRefresh();
  const send = useMutation(useTRPC().operatorWorklist.returnRequest.mutationOptions());
  return (
    <Confirm
      button="Return to list"
      title={`Return ${formatMass(kg)} to the list?`}
      description="Only if this retirement was not made at the registry. Otherwise these credits could be retired twice."
      action="Return to list"
      done="Returned to the list"
      run={() => send.mutateAsync({ id }).then(refresh)}
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
    toast(started ? "The worker does it now" : "The request has ended: reload the list");
    await refresh();
  };
  return (
    <Button busy={poll.isPending} onClick={run}>
      {sentOn ? "Ask registry now" : "Send now"}
    </Button>
  );
}

/** Actions that a person can take on a request. */
export function RequestActions({ request }: { request: Request }) {
  const { adapter, state, problem } = request;
  if (state === "confirmed") return null;
  const isManual = adapter === "manual";
  return (
    <span className="flex flex-col items-end gap-2">
      {state === "refused" && (
        <ScreenLink to="/retirements?show=recorded#registries" className={buttonClass()}>
          Change policy
        </ScreenLink>
      )}
      {state !== "refused" &&
        (isManual ? <Return request={request} /> : <Poll request={request} />)}
      {problem !== null && state !== "refused" && (
        <ScreenLink to="/import" className={buttonClass()}>
          Import an export
        </ScreenLink>
      )}
    </span>
  );
}
