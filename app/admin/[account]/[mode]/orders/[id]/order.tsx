"use client";
// An order with what was retired for it.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatMass } from "#core/mass";
import { formatMoney } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { useHere } from "#ui/admin/account-shell";
import { Button, buttonClass } from "#ui/admin/button";
import { Confirm } from "#ui/admin/dialog";
import { OrderState } from "#ui/admin/order-table";
import { Loading, PageHead, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { Time } from "#ui/admin/time";
import { useTRPC } from "#ui/admin/trpc";

type Shown = RouterOutput["orders"]["get"];

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-quiet">{label}</dt>
      <dd className="mt-0.5 text-[0.9375rem]">{children}</dd>
    </div>
  );
}

function Facts({ shown }: { shown: Shown }) {
  return (
    <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
      <Fact label="State">
        <OrderState state={shown.state} />
      </Fact>
      <Fact label="Amount">{formatMass(shown.amount_kg)} of CO₂e</Fact>
      <Fact label="Price">{formatMoney(shown.price_usd_cents, "en")}</Fact>
      <Fact label="Placed">
        <Time at={shown.created_on} />
      </Fact>
      <Fact label="Beneficiary">{shown.beneficiary?.name ?? "The account, or its subaccount"}</Fact>
      <Fact label="Id">
        <code className="select-all">{shown.id}</code>
      </Fact>
      {shown.description && <Fact label="Description">{shown.description}</Fact>}
      {shown.metadata && <Fact label="Metadata">{shown.metadata}</Fact>}
      {shown.callback_url && <Fact label="Callback">{shown.callback_url}</Fact>}
    </dl>
  );
}

function Retirements({ shown }: { shown: Shown }) {
  return (
    <ul className="divide-y divide-line">
      {shown.project_allocations.map(({ project, amount_kg, retirements }) => (
        <li key={project.id} className="py-3 first:pt-0 last:pb-0">
          <p className="flex justify-between gap-4 font-medium">
            <a href={`/projects/${project.id}`} className="link">
              {project.name}
            </a>
            <span className="tabular-nums">{formatMass(amount_kg)}</span>
          </p>
          {retirements.map(({ serial_number_range }) => (
            <p key={serial_number_range} className="mt-1 text-sm text-quiet tabular-nums">
              {serial_number_range}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}

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
        queries.setQueryData(trpc.orders.get.queryKey({ id }), await cancel.mutateAsync({ id }));
      }}
    />
  );
}

export function Order({ id }: { id: string }) {
  const { canWrite } = useHere();
  const found = useQuery(useTRPC().orders.get.queryOptions({ id }));
  if (found.error) return <ProblemNote error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Loading />;
  const shown = found.data;
  return (
    <>
      <PageHead
        title={`Order of ${formatMass(shown.amount_kg)}`}
        intro={shown.order_number}
        acts={
          <>
            {canWrite && shown.state === "placed" && <Cancel id={id} />}
            {shown.certificate_public_url && (
              <a href={shown.certificate_public_url} className={buttonClass("primary")}>
                Certificate
              </a>
            )}
          </>
        }
      />
      <Panel title="Details">
        <Facts shown={shown} />
      </Panel>
      {shown.project_allocations.length > 0 && (
        <Panel title="Retired for it">
          <Retirements shown={shown} />
        </Panel>
      )}
    </>
  );
}
