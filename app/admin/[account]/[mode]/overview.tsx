"use client";
import type { ReactNode } from "react";
import type { RouterOutput } from "#trpc/router";
import { taskLabels } from "#ui/admin/checkout";
import { count, Time } from "#ui/admin/format";
import { CircleCheck, CircleDashed, TriangleAlert } from "#ui/admin/icons";
import { Panel } from "#ui/admin/page";
import { ScreenLink } from "#ui/admin/screen-link";

export type Status = RouterOutput["overview"]["status"];

/** Limits up to which the server counts. */
const MAX_ORDERS = 10_000;
const MAX_FAILED = 100;

const limited = (value: number, limit: number) =>
  value >= limit ? `${count(limit)} or more` : count(value);

/** Returns "1 order needs", "12 orders need" or "100 or more orders need". */
const phrase = (value: number, limit: number, one: string, many: string) =>
  value === 1 ? `1 ${one}` : `${limited(value, limit)} ${many}`;

export function OrdersByState({ orders }: { orders: Status["orders"] }) {
  const placed = orders.fresh + orders.waiting + orders.unpaid;
  const rows = [
    { state: "placed", text: "Placed", value: limited(placed, MAX_ORDERS) },
    { state: "fulfilled", text: "Fulfilled", value: limited(orders.fulfilled, MAX_ORDERS) },
    { state: "cancelled", text: "Cancelled", value: limited(orders.cancelled, MAX_ORDERS) },
  ];
  return (
    <Panel title="Orders by state">
      <ul className="divide-y divide-line">
        {rows.map(({ state, text, value }) => (
          <li key={state}>
            <ScreenLink
              to={`/orders?state=${state}`}
              className="-mx-2 flex items-baseline justify-between gap-4 rounded-lg px-2 py-2.5 hover:bg-soft"
            >
              <span>{text}</span>
              <span className="text-xl font-semibold tracking-tight tabular-nums">{value}</span>
            </ScreenLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface Alert {
  key: string;
  text: ReactNode;
  /** Address of the screen that helps, below the account. */
  path: string;
  action: string;
}

const MAX_TASKS = 5;

function alertsOf(status: Status): Alert[] {
  const { orders, failedEvents, paymentTasks, endingKeys, hasDefaultPortfolio } = status;
  const alerts: (Alert | false)[] = [
    orders.waiting > 0 && {
      key: "waiting",
      text: (
        <>
          {phrase(orders.waiting, MAX_ORDERS, "order is", "orders are")} waiting for credits, the
          oldest since {orders.waitingSince && <Time at={orders.waitingSince} />}
        </>
      ),
      path: "/orders?state=placed",
      action: "View orders",
    },
    failedEvents > 0 && {
      key: "failed",
      text: `${phrase(failedEvents, MAX_FAILED, "event", "events")} of the last 7 days could not be delivered`,
      path: "/webhooks?delivery_state=failed",
      action: "View events",
    },
    ...paymentTasks.slice(0, MAX_TASKS).map(({ task, checkout_session_id: id }) => ({
      key: id,
      text: taskLabels[task],
      path: `/checkout/${id}`,
      action: "View payment",
    })),
    paymentTasks.length > MAX_TASKS && {
      key: "tasks",
      text: `${phrase(paymentTasks.length - MAX_TASKS, 100, "more payment needs", "more payments need")} attention`,
      path: "/checkout?show=payments",
      action: "View payments",
    },
    ...endingKeys.map(({ id, name, expiresOn }) => ({
      key: id,
      text: (
        <>
          The API key {name} expires <Time at={expiresOn} />
        </>
      ),
      path: "/people",
      action: "View API keys",
    })),
    !hasDefaultPortfolio && {
      key: "portfolio",
      text: "There is no default portfolio, so each order must name one",
      path: "/portfolios",
      action: "Choose a default",
    },
  ];
  return alerts.filter((alert) => alert !== false);
}

export function Attention({ status }: { status: Status }) {
  const alerts = alertsOf(status);
  if (alerts.length === 0) return null;
  return (
    <Panel title="Needs attention">
      <ul className="divide-y divide-line">
        {alerts.map(({ key, text, path, action }) => (
          <li key={key} className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
            <TriangleAlert className="mt-1 size-4 shrink-0 text-warning" aria-hidden="true" />
            <p className="min-w-0 grow text-[0.9375rem]">{text}</p>
            <ScreenLink to={path} className="link shrink-0 text-[0.9375rem]">
              {action}
            </ScreenLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Step({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <li className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
      <Icon
        className={`mt-0.5 size-5 shrink-0 ${isDone ? "text-accent" : "text-quiet"}`}
        aria-hidden="true"
      />
      <p className={`min-w-0 ${isDone ? "text-quiet" : ""}`}>
        {isDone && <span className="sr-only">Done: </span>}
        {children}
      </p>
    </li>
  );
}

/** Shown until the first order is fulfilled. */
export function FirstSteps({ status: { orders, hasKey } }: { status: Status }) {
  if (orders.fulfilled > 0) return null;
  const hasOrder = orders.fresh + orders.waiting + orders.unpaid + orders.cancelled > 0;
  const link = (path: string, text: string) => <ScreenLink to={path}>{text}</ScreenLink>;
  return (
    <Panel title="First steps">
      <ol className="divide-y divide-line text-[0.9375rem]">
        <Step isDone={hasKey}>
          {link("/people", "Create an API key")} for the program that will place orders.
        </Step>
        <Step isDone={hasOrder}>
          Place an order: <code>POST /v1/orders</code> with <code>{'{"amount_kg": 10}'}</code>. The{" "}
          <a href="/docs" className="link">
            guide
          </a>{" "}
          shows the whole request.
        </Step>
        <Step isDone={false}>
          Wait until it is fulfilled in {link("/orders", "Orders")}, then open its certificate.
        </Step>
        <Step isDone={false}>
          Set up your {link("/impact", "impact page")}, and add its badge to your site.
        </Step>
      </ol>
    </Panel>
  );
}
