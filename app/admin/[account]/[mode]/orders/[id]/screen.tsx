"use client";
import { formatDay } from "#core/dates";
import { formatMass } from "#core/mass";
import { isRetiredAhead, RETIRED_AHEAD } from "#core/retired-ahead";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { buttonClass } from "#ui/admin/button";
import { BuyerPanel } from "#ui/admin/buyer";
import { failureText, paymentStates } from "#ui/admin/checkout";
import { useCancelOrder } from "#ui/admin/confirmations";
import { Confirm } from "#ui/admin/dialog";
import { money, Time } from "#ui/admin/format";
import { orderStates, RegistryState } from "#ui/admin/order-table";
import { Detail, Facts, Identifier, Note, PageHead, Panel, StateBadge } from "#ui/admin/page";
import { perTonne } from "#ui/admin/prices";
import { Disputes, RefundDialog, Refunds } from "#ui/admin/refunds";
import { ScreenLink } from "#ui/admin/screen-link";
import { useScreenData } from "#ui/admin/trpc";
import { OrderEvents, OrderTimeline } from "./order-history";
import { queries } from "./queries";

type Order = RouterOutput["orders"]["get"];

function Cancel({ id }: { id: string }) {
  return <Confirm button="Cancel order" {...useCancelOrder()(id)} />;
}

function Actions({ order }: { order: Order }) {
  const { canWrite } = useAccount();
  const { certificate_public_url: certificate, certificate_download_public_url: pdf } = order;
  return (
    <>
      {canWrite && order.state === "placed" && <Cancel id={order.id} />}
      {order.state === "fulfilled" && pdf && (
        <a href={pdf} className={buttonClass()}>
          PDF
        </a>
      )}
      {certificate && (
        <a href={certificate} className={buttonClass("primary")}>
          Certificate
        </a>
      )}
    </>
  );
}

function Details({ order }: { order: Order }) {
  const { subaccount, currency } = order;
  return (
    <Panel title="Details">
      <Facts
        facts={{
          State: <StateBadge state={orderStates[order.state]} />,
          Registry: order.registry_status !== null && (
            <>
              <RegistryState status={order.registry_status} />
              {order.registry_retired_on !== null && ` ${formatDay(order.registry_retired_on)}`}
            </>
          ),
          Amount: `${formatMass(order.amount_kg)} of CO₂e`,
          Price: `${money(order.price, currency)} (${perTonne(order.price_per_tonne, currency)})`,
          Placed: (
            <>
              <Time at={order.created_on} />
              {order.channel === "checkout" && " at checkout"}
            </>
          ),
          Subaccount: subaccount ? (
            <ScreenLink to={`/subaccounts/${subaccount.id}`}>{subaccount.name}</ScreenLink>
          ) : (
            "None"
          ),
          Beneficiary: order.beneficiary?.name ?? subaccount?.name ?? "The account",
          Portfolio: (
            <a href={`/portfolios/${order.portfolio_id}`} className="link">
              {order.portfolio_name}
            </a>
          ),
          Description: order.description,
          Metadata: order.metadata,
          Ride: order.ride_details && `${order.ride_details.distance_km} km`,
          "Callback URL": order.callback_url,
          ID: <Identifier>{order.id}</Identifier>,
        }}
      />
      {isRetiredAhead({ retiredOn: order.registry_retired_on, orderedOn: order.created_on }) && (
        <Note className="mt-4">{RETIRED_AHEAD}</Note>
      )}
    </Panel>
  );
}

function Payment({ order }: { order: Order }) {
  const { payment, checkout_session_id: sessionId } = order;
  const { can } = useAccount();
  if (!sessionId) return null;
  return (
    <Panel
      title="Payment"
      actions={
        <>
          {payment && <RefundDialog {...order} payment={payment} canWrite={can("refunds")} />}
          <ScreenLink to={`/checkout/${sessionId}`}>View checkout session</ScreenLink>
        </>
      }
    >
      {payment ? (
        <Facts
          facts={{
            State: <StateBadge state={paymentStates[payment.state]} />,
            Amount: money(payment.amount, payment.currency),
            Refunded: payment.refunded > 0 && money(payment.refunded, payment.currency),
            Customer: payment.customer_email ?? "–",
            "Last attempt": payment.failure && failureText(payment.failure),
          }}
        />
      ) : (
        <Note>No payment attempts.</Note>
      )}
    </Panel>
  );
}

type Retirement = Order["project_allocations"][number]["retirements"][number];
type Remedied = Pick<Retirement, "replaced_kg" | "replaced_on" | "substituted_on">;

function remedyOf({ replaced_kg: kg, replaced_on: on, substituted_on: since }: Remedied): string {
  if (on !== null) return `, ${formatMass(kg)} replaced on ${formatDay(on)}`;
  return since === null ? "" : `, in place of disputed credits since ${formatDay(since)}`;
}

function Retirements({ order: { project_allocations: allocations } }: { order: Order }) {
  if (allocations.length === 0) return null;
  return (
    <Panel title="Credits">
      <ul className="divide-y divide-line">
        {allocations.map(({ project, amount_kg, retirements }) => (
          <li key={project.id} className="py-3 first:pt-0 last:pb-0">
            <p className="flex justify-between gap-4 font-medium">
              <a href={`/projects/${project.id}`} className="link">
                {project.name}
              </a>
              <span className="whitespace-nowrap tabular-nums">{formatMass(amount_kg)}</span>
            </p>
            {retirements.map(({ serial_number_range, url, ...record }) => (
              <p
                key={`${serial_number_range} ${record.amount_kg}`}
                className="mt-1 text-sm wrap-anywhere text-quiet tabular-nums"
              >
                {serial_number_range} <RegistryState status={record.registry_status} />
                {record.registry_retired_on !== null && ` ${formatDay(record.registry_retired_on)}`}
                {record.registry_reference !== null && `, reference ${record.registry_reference}`}
                {remedyOf(record)}
                {url && (
                  <>
                    {" · "}
                    <a href={url} className="link">
                      View at the registry
                    </a>
                  </>
                )}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export default function OrderPage() {
  const { can, canWrite } = useAccount();
  const { order: query } = useScreenData(queries);
  return (
    <Detail title="Order" query={query}>
      {(order) => (
        <>
          <PageHead
            title={`Order of ${formatMass(order.amount_kg)}`}
            intro={<span className="wrap-anywhere tabular-nums">{order.order_number}</span>}
            actions={<Actions order={order} />}
          />
          <Details order={order} />
          <OrderTimeline order={order} />
          <Payment order={order} />
          <BuyerPanel buyer={order.buyer} isPaid />
          <Refunds refunds={order.refunds} />
          {order.payment && (
            <Disputes {...order} payment={order.payment} canWrite={can("refunds")} />
          )}
          <Retirements order={order} />
          <OrderEvents order={order} />
          {canWrite && order.state === "fulfilled" && (
            <Note>Fulfilled orders can’t be cancelled, because retirements are permanent.</Note>
          )}
        </>
      )}
    </Detail>
  );
}
