"use client";
// What an order is, whose it is, and what it is linked with.
import Link from "next/link";
import { formatMass } from "#core/mass";
import { formatMoney } from "#core/money";
import { useHere } from "#ui/admin/account-shell";
import { Fact, Facts } from "#ui/admin/facts";
import { OrderState } from "#ui/admin/order-table";
import { Panel } from "#ui/admin/page";
import { failureText, PaymentState } from "#ui/admin/payment-state";
import { Time } from "#ui/admin/time";
import type { Shown } from "./order";

export function Details({ shown }: { shown: Shown }) {
  const { base } = useHere();
  const perKg = shown.price_usd_cents / shown.amount_kg;
  return (
    <Panel title="Details">
      <Facts>
        <Fact label="State">
          <OrderState state={shown.state} />
        </Fact>
        <Fact label="Amount">{formatMass(shown.amount_kg)} of CO₂e</Fact>
        <Fact label="Price">
          {formatMoney(shown.price_usd_cents, "USD", "en")}, at {formatMoney(perKg, "USD", "en")}{" "}
          per kg
        </Fact>
        <Fact label="Placed">
          <Time at={shown.created_on} />
          {shown.channel === "checkout" ? " on the checkout page" : " by the API"}
        </Fact>
        <Fact label="Subaccount">
          {shown.subaccount ? (
            <Link
              href={`${base}/subaccounts/${shown.subaccount.id}`}
              prefetch={false}
              className="link"
            >
              {shown.subaccount.name}
            </Link>
          ) : (
            "None: the account's own"
          )}
        </Fact>
        <Fact label="Beneficiary">
          {shown.beneficiary?.name ?? shown.subaccount?.name ?? "The account"}
        </Fact>
        <Fact label="Portfolio">
          <a href={`/portfolios/${shown.portfolio_id}`} className="link">
            {shown.portfolio_id}
          </a>
        </Fact>
        {shown.description && <Fact label="Description">{shown.description}</Fact>}
        {shown.metadata && <Fact label="Metadata">{shown.metadata}</Fact>}
        {shown.ride_details && <Fact label="Ride">{shown.ride_details.distance_km} km</Fact>}
        {shown.callback_url && <Fact label="Callbacks go to">{shown.callback_url}</Fact>}
        <Fact label="Id">
          <code className="select-all">{shown.id}</code>
        </Fact>
      </Facts>
    </Panel>
  );
}

export function Paid({ shown }: { shown: Shown }) {
  const { base } = useHere();
  const { payment } = shown;
  if (!shown.checkout_session_id) return null;
  return (
    <Panel
      title="Payment"
      acts={
        <Link
          href={`${base}/checkout/${shown.checkout_session_id}`}
          prefetch={false}
          className="link text-[0.9375rem]"
        >
          Its checkout session
        </Link>
      }
    >
      {payment ? (
        <Facts>
          <Fact label="State">
            <PaymentState state={payment.state} />
          </Fact>
          <Fact label="Amount">{formatMoney(payment.amount_usd_cents, "USD", "en")}</Fact>
          {payment.refunded_usd_cents > 0 && (
            <Fact label="Given back">{formatMoney(payment.refunded_usd_cents, "USD", "en")}</Fact>
          )}
          <Fact label="Customer">{payment.customer_email ?? "–"}</Fact>
          {payment.failure && <Fact label="Last attempt">{failureText(payment.failure)}</Fact>}
        </Facts>
      ) : (
        <p className="text-[0.9375rem] text-quiet">No payment was tried.</p>
      )}
    </Panel>
  );
}

export function Retirements({ shown }: { shown: Shown }) {
  if (shown.project_allocations.length === 0) return null;
  return (
    <Panel title="Retired for it">
      <ul className="divide-y divide-line">
        {shown.project_allocations.map(({ project, amount_kg, retirements }) => (
          <li key={project.id} className="py-3 first:pt-0 last:pb-0">
            <p className="flex justify-between gap-4 font-medium">
              <a href={`/projects/${project.id}`} className="link">
                {project.name}
              </a>
              <span className="whitespace-nowrap tabular-nums">{formatMass(amount_kg)}</span>
            </p>
            {retirements.map(({ serial_number_range, url }) => (
              <p
                key={serial_number_range}
                className="mt-1 text-sm wrap-anywhere text-quiet tabular-nums"
              >
                {serial_number_range}
                {url && (
                  <>
                    {" · "}
                    <a href={url} className="link">
                      at the registry
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
