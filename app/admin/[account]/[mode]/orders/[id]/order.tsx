"use client";
// An order with all that happened to it.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { useHere } from "#ui/admin/account-shell";
import { Button, buttonClass } from "#ui/admin/button";
import { Confirm } from "#ui/admin/dialog";
import { Loading, PageHead } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useTRPC } from "#ui/admin/trpc";
import { OrderEvents } from "./order-events";
import { Details, Paid, Retirements } from "./order-facts";
import { OrderTimeline } from "./order-timeline";

export type Shown = RouterOutput["orders"]["get"];

/** How often to look whether what is under way has ended. */
const LOOK_MS = 3000;

function Cancel({ id }: { id: string }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const cancel = useMutation(trpc.orders.cancel.mutationOptions());
  return (
    <Confirm
      trigger={(open) => <Button onClick={open}>Cancel the order</Button>}
      title="Cancel this order?"
      description="Nothing will be retired for it. What a customer paid for it is given back. This can't be undone."
      act="Cancel the order"
      done="Order cancelled"
      run={async () => {
        try {
          await cancel.mutateAsync({ id });
        } finally {
          // Refused, it is no longer as it is shown.
          await queries.invalidateQueries(trpc.orders.pathFilter());
        }
      }}
    />
  );
}

function Acts({ shown }: { shown: Shown }) {
  const { canWrite } = useHere();
  const isFulfilled = shown.state === "fulfilled";
  return (
    <>
      {canWrite && shown.state === "placed" && <Cancel id={shown.id} />}
      {isFulfilled && shown.certificate_download_public_url && (
        <a href={shown.certificate_download_public_url} className={buttonClass()}>
          PDF
        </a>
      )}
      {shown.certificate_public_url && (
        <a href={shown.certificate_public_url} className={buttonClass("primary")}>
          Certificate
        </a>
      )}
    </>
  );
}

export function Order({ id }: { id: string }) {
  const { canWrite } = useHere();
  const trpc = useTRPC();
  const found = useQuery(
    trpc.orders.get.queryOptions(
      { id },
      {
        refetchInterval: ({ state: { data } }) => {
          const isSending = data?.events.some((event) => event.delivery_state === "pending");
          return data?.state === "placed" || isSending ? LOOK_MS : false;
        },
      },
    ),
  );
  if (found.error) return <ProblemNote error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Loading />;
  const shown = found.data;
  return (
    <>
      <PageHead
        title={`Order of ${formatMass(shown.amount_kg)}`}
        intro={<span className="wrap-anywhere tabular-nums">{shown.order_number}</span>}
        acts={<Acts shown={shown} />}
      />
      <Details shown={shown} />
      <OrderTimeline shown={shown} />
      <Paid shown={shown} />
      <Retirements shown={shown} />
      <OrderEvents orderId={id} events={shown.events} />
      {canWrite && shown.state === "fulfilled" && (
        <p className="text-sm text-quiet">
          A fulfilled order can't be cancelled: what is retired stays retired.
        </p>
      )}
    </>
  );
}
