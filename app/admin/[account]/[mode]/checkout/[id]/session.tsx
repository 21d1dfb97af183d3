"use client";
// A checkout session: what was to be paid, what was, and what came of it.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { formatMass } from "#core/mass";
import { formatMoney } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { useHere } from "#ui/admin/account-shell";
import { Button } from "#ui/admin/button";
import { Copy } from "#ui/admin/copy";
import { Confirm } from "#ui/admin/dialog";
import { Fact, Facts } from "#ui/admin/facts";
import { Loading, PageHead, Panel } from "#ui/admin/page";
import { failureText, PaymentState, SessionState } from "#ui/admin/payment-state";
import { ProblemNote } from "#ui/admin/problem";
import { Time } from "#ui/admin/time";
import { useTRPC } from "#ui/admin/trpc";

type Shown = RouterOutput["checkout"]["get"];

function Expire({ id }: { id: string }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const expire = useMutation(trpc.checkout.expire.mutationOptions());
  return (
    <Confirm
      trigger={(open) => <Button onClick={open}>Expire the session</Button>}
      title="Expire this session?"
      description="Its page takes no payment any more. This can't be undone; you can create another session."
      act="Expire the session"
      done="Session expired"
      run={async () => {
        try {
          await expire.mutateAsync({ id });
        } finally {
          // Refused, it is no longer as it is shown.
          await queries.invalidateQueries(trpc.checkout.pathFilter());
        }
      }}
    />
  );
}

function Details({ shown }: { shown: Shown }) {
  const { base } = useHere();
  return (
    <Panel title="Details">
      <Facts>
        <Fact label="State">
          <SessionState state={shown.state} />
          {shown.is_paying && " The customer is just paying."}
        </Fact>
        <Fact label="Amount">{formatMass(shown.amount_kg)} of CO₂e</Fact>
        <Fact label="Price">{formatMoney(shown.price_usd_cents, "USD", "en")}</Fact>
        <Fact label="Customer">{shown.customer_email ?? "Not known yet"}</Fact>
        <Fact label="Created">
          <Time at={shown.created_on} />
        </Fact>
        {shown.completed_on ? (
          <Fact label="Completed">
            <Time at={shown.completed_on} />
          </Fact>
        ) : (
          <Fact label={shown.state === "open" ? "Expires" : "Expired"}>
            <Time at={shown.expires_on} />
          </Fact>
        )}
        <Fact label="Order">
          {shown.order_id ? (
            <Link href={`${base}/orders/${shown.order_id}`} prefetch={false} className="link">
              The order that came of it
            </Link>
          ) : (
            "None"
          )}
        </Fact>
        {shown.subaccount && (
          <Fact label="Subaccount">
            <Link
              href={`${base}/subaccounts/${shown.subaccount.id}`}
              prefetch={false}
              className="link"
            >
              {shown.subaccount.name}
            </Link>
          </Fact>
        )}
        {shown.beneficiary && <Fact label="Beneficiary">{shown.beneficiary.name}</Fact>}
        {shown.order_description && <Fact label="Description">{shown.order_description}</Fact>}
        <Fact label="Then to">{shown.success_url}</Fact>
        <Fact label="Back to">{shown.cancel_url}</Fact>
        {shown.order_webhook_url && <Fact label="Callbacks go to">{shown.order_webhook_url}</Fact>}
        <Fact label="Id">
          <code className="select-all">{shown.id}</code>
        </Fact>
      </Facts>
    </Panel>
  );
}

function Payment({ payment }: Pick<Shown, "payment">) {
  if (!payment) {
    return <p className="text-[0.9375rem] text-quiet">The customer has not tried to pay yet.</p>;
  }
  return (
    <Facts>
      <Fact label="State">
        <PaymentState state={payment.state} />
      </Fact>
      <Fact label="Amount">{formatMoney(payment.amount_usd_cents, "USD", "en")}</Fact>
      <Fact label="Given back">
        {payment.refunded_usd_cents > 0
          ? formatMoney(payment.refunded_usd_cents, "USD", "en")
          : "Nothing"}
      </Fact>
      <Fact label="Attempts">{payment.attempts}</Fact>
      {payment.failure && <Fact label="Last attempt">{failureText(payment.failure)}</Fact>}
      {payment.paid_on && (
        <Fact label="Paid">
          <Time at={payment.paid_on} />
        </Fact>
      )}
      <Fact label="Taken by">
        <span className="inline-block first-letter:uppercase">{payment.provider_label}</span>
      </Fact>
      {payment.provider_payment_id && (
        <Fact label="Its reference there">
          <code className="select-all">{payment.provider_payment_id}</code>
        </Fact>
      )}
      <Fact label="Id">
        <code className="select-all">{payment.id}</code>
      </Fact>
    </Facts>
  );
}

const mailKinds = {
  instructions: "How to pay",
  receipt: "Receipt",
  certificate: "Certificate",
  failure: "Word of the failed payment",
  refund: "Word of the refund",
} as const;
const mailStates = { due: "To be sent", sent: "Sent", dropped: "Not sent" } as const;

function Mails({ mails }: Pick<Shown, "mails">) {
  if (mails.length === 0) return null;
  return (
    <Panel title="Mails to the customer">
      <ul className="divide-y divide-line text-[0.9375rem]">
        {mails.map((mail) => (
          <li
            key={mail.id}
            className="flex flex-wrap justify-between gap-x-4 py-2 first:pt-0 last:pb-0"
          >
            <span className="font-medium">{mailKinds[mail.kind]}</span>
            <span className="text-quiet">
              {mailStates[mail.state]} {mail.settled_on && <Time at={mail.settled_on} />}
              {mail.last_error && `: ${mail.last_error}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function Session({ id }: { id: string }) {
  const { canWrite } = useHere();
  const found = useQuery(useTRPC().checkout.get.queryOptions({ id }));
  if (found.error) return <ProblemNote error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Loading />;
  const shown = found.data;
  const isOpen = shown.state === "open";
  return (
    <>
      <PageHead
        title={`Checkout of ${formatMoney(shown.price_usd_cents, "USD", "en")}`}
        intro={shown.customer_email}
        acts={
          <>
            {canWrite && isOpen && <Expire id={id} />}
            {isOpen && (
              <Copy text={shown.checkout_url} act="Copy the link" done="Checkout link copied" />
            )}
          </>
        }
      />
      <Details shown={shown} />
      <Panel title="Payment">
        <Payment payment={shown.payment} />
      </Panel>
      <Mails mails={shown.mails} />
    </>
  );
}
