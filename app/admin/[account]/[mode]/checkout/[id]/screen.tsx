"use client";
import { formatMass } from "#core/mass";
import { CustomerData } from "#screens/personal-data";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { buttonClass, CopyButton } from "#ui/admin/button";
import { BuyerPanel } from "#ui/admin/buyer";
import { failureText, mailNames, paymentStates, sessionStates } from "#ui/admin/checkout";
import { useExpireSession } from "#ui/admin/confirmations";
import { Confirm } from "#ui/admin/dialog";
import { money, Time } from "#ui/admin/format";
import {
  Detail,
  Facts,
  FactsPanel,
  Identifier,
  Item,
  Items,
  Note,
  PageHead,
  Panel,
  StateBadge,
} from "#ui/admin/page";
import { Disputes, RefundDialog, Refunds } from "#ui/admin/refunds";
import { ScreenLink } from "#ui/admin/screen-link";
import { useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";

type Session = RouterOutput["checkout"]["get"];

function Expire({ id }: { id: string }) {
  return <Confirm button="Expire session" {...useExpireSession()(id)} />;
}

function Details({ session }: { session: Session }) {
  const { subaccount } = session;
  return (
    <FactsPanel
      title="Details"
      facts={{
        State: (
          <>
            <StateBadge state={sessionStates[session.state]} />
            {session.is_paying && " The customer is paying now."}
          </>
        ),
        Amount: `${formatMass(session.amount_kg)} of CO₂e`,
        Price: money(session.price, session.currency),
        Customer: session.customer_email ?? "Not entered yet",
        Created: <Time at={session.created_on} />,
        Completed: session.completed_on && <Time at={session.completed_on} />,
        [session.state === "open" ? "Expires" : "Expired"]: session.completed_on === null && (
          <Time at={session.expires_on} />
        ),
        Order: session.order_id ? (
          <ScreenLink to={`/orders/${session.order_id}`}>View order</ScreenLink>
        ) : (
          "None"
        ),
        Subaccount: subaccount && (
          <ScreenLink to={`/subaccounts/${subaccount.id}`}>{subaccount.name}</ScreenLink>
        ),
        Beneficiary: session.beneficiary?.name,
        Description: session.order_description,
        "Success URL": session.success_url,
        "Cancel URL": session.cancel_url,
        "Callback URL": session.order_webhook_url,
        ID: <Identifier>{session.id}</Identifier>,
      }}
    />
  );
}

function Payment({ payment }: Pick<Session, "payment">) {
  if (!payment) return <Note>No payment attempts yet.</Note>;
  const { currency, refunded, fee, net, settlement_currency: settled } = payment;
  return (
    <Facts
      facts={{
        State: <StateBadge state={paymentStates[payment.state]} />,
        Amount: money(payment.amount, currency),
        Refunded: refunded > 0 ? money(refunded, currency) : "None",
        "Provider’s fee": fee !== null && settled && money(fee, settled),
        "Net, before refunds": net !== null && settled && money(net, settled),
        Attempts: payment.attempts,
        "Last attempt": payment.failure && failureText(payment.failure),
        Paid: payment.paid_on && <Time at={payment.paid_on} />,
        Provider: (
          <span className="inline-block first-letter:uppercase">{payment.provider_label}</span>
        ),
        "Provider reference": payment.provider_payment_id && (
          <Identifier>{payment.provider_payment_id}</Identifier>
        ),
        ID: <Identifier>{payment.id}</Identifier>,
      }}
    />
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
            title={`Checkout of ${money(session.price, session.currency)}`}
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
