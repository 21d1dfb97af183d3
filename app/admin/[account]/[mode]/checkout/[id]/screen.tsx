"use client";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { buttonClass, CopyButton } from "#ui/admin/button";
import { BuyerPanel } from "#ui/admin/buyer";
import { failureText, mailNames, PaymentState, SessionState } from "#ui/admin/checkout";
import { useExpireSession } from "#ui/admin/confirmations";
import { Confirm } from "#ui/admin/dialog";
import { money } from "#ui/admin/format";
import { CodeFact, Detail, Fact, Facts, Item, Items, Note, PageHead, Panel } from "#ui/admin/page";
import { CustomerData } from "#ui/admin/personal-data";
import { Disputes, RefundDialog, Refunds } from "#ui/admin/refunds";
import { useScreenData } from "#ui/admin/screen-data";
import { ScreenLink } from "#ui/admin/screen-link";
import { Time } from "#ui/admin/time";
import { queries } from "./queries";

type Session = RouterOutput["checkout"]["get"];

function Expire({ id }: { id: string }) {
  return <Confirm button="Expire session" {...useExpireSession()(id)} />;
}

function Details({ session }: { session: Session }) {
  const { subaccount } = session;
  return (
    <Panel title="Details">
      <Facts>
        <Fact label="State">
          <SessionState state={session.state} />
          {session.is_paying && " The customer is paying now."}
        </Fact>
        <Fact label="Amount">{formatMass(session.amount_kg)} of CO₂e</Fact>
        <Fact label="Price">{money(session.price_usd_cents, "USD")}</Fact>
        <Fact label="Customer">{session.customer_email ?? "Not known yet"}</Fact>
        <Fact label="Created">
          <Time at={session.created_on} />
        </Fact>
        {session.completed_on ? (
          <Fact label="Completed">
            <Time at={session.completed_on} />
          </Fact>
        ) : (
          <Fact label={session.state === "open" ? "Expires" : "Expired"}>
            <Time at={session.expires_on} />
          </Fact>
        )}
        <Fact label="Order">
          {session.order_id ? (
            <ScreenLink to={`/orders/${session.order_id}`}>View order</ScreenLink>
          ) : (
            "None"
          )}
        </Fact>
        {subaccount && (
          <Fact label="Subaccount">
            <ScreenLink to={`/subaccounts/${subaccount.id}`}>{subaccount.name}</ScreenLink>
          </Fact>
        )}
        {session.beneficiary && <Fact label="Beneficiary">{session.beneficiary.name}</Fact>}
        {session.order_description && <Fact label="Description">{session.order_description}</Fact>}
        <Fact label="Success URL">{session.success_url}</Fact>
        <Fact label="Cancel URL">{session.cancel_url}</Fact>
        {session.order_webhook_url && <Fact label="Callback URL">{session.order_webhook_url}</Fact>}
        <CodeFact label="ID">{session.id}</CodeFact>
      </Facts>
    </Panel>
  );
}

function Payment({ payment }: Pick<Session, "payment">) {
  if (!payment) return <Note>No payment attempts yet.</Note>;
  const refunded = payment.refunded_usd_cents;
  return (
    <Facts>
      <Fact label="State">
        <PaymentState state={payment.state} />
      </Fact>
      <Fact label="Amount">{money(payment.amount_usd_cents, "USD")}</Fact>
      <Fact label="Refunded">{refunded > 0 ? money(refunded, "USD") : "None"}</Fact>
      {payment.fee_usd_cents !== null && (
        <Fact label="Provider’s fee">{money(payment.fee_usd_cents, "USD")}</Fact>
      )}
      {payment.net_usd_cents !== null && (
        <Fact label="Net, before refunds">{money(payment.net_usd_cents, "USD")}</Fact>
      )}
      <Fact label="Attempts">{payment.attempts}</Fact>
      {payment.failure && <Fact label="Last attempt">{failureText(payment.failure)}</Fact>}
      {payment.paid_on && (
        <Fact label="Paid">
          <Time at={payment.paid_on} />
        </Fact>
      )}
      <Fact label="Provider">
        <span className="inline-block first-letter:uppercase">{payment.provider_label}</span>
      </Fact>
      {payment.provider_payment_id && (
        <CodeFact label="Provider reference">{payment.provider_payment_id}</CodeFact>
      )}
      <CodeFact label="ID">{payment.id}</CodeFact>
    </Facts>
  );
}

const mailStates = { due: "Queued", sent: "Sent", dropped: "Not sent" } as const;

function Mails({ mails }: Pick<Session, "mails">) {
  if (mails.length === 0) return null;
  return (
    <Panel title="Emails to the customer">
      <Items>
        {mails.map((mail) => (
          <Item key={mail.id}>
            <span className="font-medium">{mailNames[mail.kind]}</span>
            <span className="text-quiet">
              {mailStates[mail.state]} {mail.settled_on && <Time at={mail.settled_on} />}
              {mail.last_error && `: ${mail.last_error}`}
            </span>
          </Item>
        ))}
      </Items>
    </Panel>
  );
}

export default function SessionPage() {
  const { can, canWrite } = useAccount();
  const { session: query } = useScreenData(queries);
  return (
    <Detail title="Checkout session" query={query}>
      {(session) => (
        <>
          <PageHead
            title={`Checkout of ${money(session.price_usd_cents, "USD")}`}
            intro={session.customer_email}
            actions={
              session.state === "open" && (
                <>
                  {canWrite && <Expire id={session.id} />}
                  <CopyButton
                    text={session.checkout_url}
                    label="Copy link"
                    done="Checkout link copied"
                  />
                  <a
                    href={session.checkout_url}
                    target="_blank"
                    className={buttonClass("primary")}
                    rel="noopener"
                  >
                    Open payment page
                  </a>
                </>
              )
            }
          />
          <Details session={session} />
          <BuyerPanel buyer={session} isPaid={session.state === "complete"} />
          <Panel
            title="Payment"
            actions={
              session.payment && (
                <RefundDialog {...session} payment={session.payment} canWrite={can("refunds")} />
              )
            }
          >
            <Payment payment={session.payment} />
          </Panel>
          <Refunds refunds={session.refunds} />
          {session.payment && (
            <Disputes {...session} payment={session.payment} canWrite={can("refunds")} />
          )}
          <Mails mails={session.mails} />
          <CustomerData email={session.customer_email} />
        </>
      )}
    </Detail>
  );
}
