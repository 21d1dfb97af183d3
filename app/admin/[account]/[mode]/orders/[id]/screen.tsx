"use client";
import { formatDay } from "#core/dates";
import { formatMass } from "#core/mass";
import { isRetiredAhead, RETIRED_AHEAD } from "#core/retired-ahead";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { buttonClass } from "#ui/admin/button";
import { BuyerPanel } from "#ui/admin/buyer";
import { failureText, PaymentState } from "#ui/admin/checkout";
import { useCancelOrder } from "#ui/admin/confirmations";
import { Confirm } from "#ui/admin/dialog";
import { money } from "#ui/admin/format";
import { OrderState, RegistryState } from "#ui/admin/order-table";
import { CodeFact, Detail, Fact, Facts, Note, PageHead, Panel } from "#ui/admin/page";
import { perTonne } from "#ui/admin/prices";
import { Disputes, RefundDialog, Refunds } from "#ui/admin/refunds";
import { useScreenData } from "#ui/admin/screen-data";
import { ScreenLink } from "#ui/admin/screen-link";
import { Time } from "#ui/admin/time";
import { OrderEvents, OrderTimeline } from "./order-history";
import { queries } from "./queries";

type Order = RouterOutput["orders"]["get"];

interface Props {
  order: Order;
}

function Cancel({ id }: { id: string }) {
  return <Confirm button="Cancel order" {...useCancelOrder()(id)} />;
}

function Actions({ order }: Props) {
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

function Details({ order }: Props) {
  const { subaccount } = order;
  return (
    <Panel title="Details">
      <Facts>
        <Fact label="State">
          <OrderState state={order.state} />
        </Fact>
        {order.registry_status !== null && (
          <Fact label="Registry">
            <RegistryState status={order.registry_status} />
            {order.registry_retired_on !== null && ` ${formatDay(order.registry_retired_on)}`}
          </Fact>
        )}
        <Fact label="Amount">{formatMass(order.amount_kg)} of CO₂e</Fact>
        <Fact label="Price">
          {money(order.price_usd_cents, "USD")} ({perTonne(order.price_per_tonne_usd_cents)})
        </Fact>
        <Fact label="Placed">
          <Time at={order.created_on} />
          {order.channel === "checkout" && " at checkout"}
        </Fact>
        <Fact label="Subaccount">
          {subaccount ? (
            <ScreenLink to={`/subaccounts/${subaccount.id}`}>{subaccount.name}</ScreenLink>
          ) : (
            "None"
          )}
        </Fact>
        <Fact label="Beneficiary">
          {order.beneficiary?.name ?? subaccount?.name ?? "The account"}
        </Fact>
        <Fact label="Portfolio">
          <a href={`/portfolios/${order.portfolio_id}`} className="link">
            {order.portfolio_name}
          </a>
        </Fact>
        {order.description && <Fact label="Description">{order.description}</Fact>}
        {order.metadata && <Fact label="Metadata">{order.metadata}</Fact>}
        {order.ride_details && <Fact label="Ride">{order.ride_details.distance_km} km</Fact>}
        {order.callback_url && <Fact label="Callback URL">{order.callback_url}</Fact>}
        <CodeFact label="ID">{order.id}</CodeFact>
      </Facts>
      {isRetiredAhead({ retiredOn: order.registry_retired_on, orderedOn: order.created_on }) && (
        <Note className="mt-4">{RETIRED_AHEAD}</Note>
      )}
    </Panel>
  );
}

function Payment({ order }: Props) {
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
        <Facts>
          <Fact label="State">
            <PaymentState state={payment.state} />
          </Fact>
          <Fact label="Amount">{money(payment.amount_usd_cents, "USD")}</Fact>
          {payment.refunded_usd_cents > 0 && (
            <Fact label="Refunded">{money(payment.refunded_usd_cents, "USD")}</Fact>
          )}
          <Fact label="Customer">{payment.customer_email ?? "–"}</Fact>
          {payment.failure && <Fact label="Last attempt">{failureText(payment.failure)}</Fact>}
        </Facts>
      ) : (
        <Note>No payment attempts.</Note>
      )}
    </Panel>
  );
}

type Retirement = Order["project_allocations"][number]["retirements"][number];
type Remedied = Pick<Retirement, "replaced_kg" | "replaced_on" | "substituted_on">;

/** Text about credits that were replaced, or that replaced others. */
function remedyOf({ replaced_kg: kg, replaced_on: on, substituted_on: since }: Remedied): string {
  if (on !== null) return `, ${formatMass(kg)} replaced on ${formatDay(on)}`;
  return since === null ? "" : `, in place of disputed credits since ${formatDay(since)}`;
}

function Retirements({ order: { project_allocations: allocations } }: Props) {
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
