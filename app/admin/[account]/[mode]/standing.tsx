"use client";
// How the orders stand, what needs somebody, and the first steps of a new account.
import { AlertTriangle, CircleCheck, CircleDashed } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import type { RouterOutput } from "#trpc/router";
import { useHere } from "#ui/admin/account-shell";
import { Panel } from "#ui/admin/page";
import { Time } from "#ui/admin/time";

export type Standing = RouterOutput["overview"]["status"];

/** The server counts no further of what is on its way. */
const MOST = 10_000;
const MOST_FAILED = 100;

const format = new Intl.NumberFormat("en-US");
const counted = (count: number, most: number) =>
  count >= most ? `${format.format(most)} or more` : format.format(count);
const some = (count: number, one: string, more: string, most = Number.POSITIVE_INFINITY) =>
  count === 1 ? `1 ${one}` : `${counted(count, most)} ${more}`;

export function Orders({ orders }: { orders: Standing["orders"] }) {
  const { base } = useHere();
  const placed = orders.fresh + orders.waiting + orders.unpaid;
  const rows = [
    { state: "placed", text: "Placed", count: counted(placed, MOST) },
    { state: "fulfilled", text: "Fulfilled", count: format.format(orders.fulfilled) },
    { state: "cancelled", text: "Cancelled", count: format.format(orders.cancelled) },
  ];
  return (
    <Panel title="Orders by state">
      <ul className="divide-y divide-line">
        {rows.map(({ state, text, count }) => (
          <li key={state}>
            <Link
              href={`${base}/orders?state=${state}`}
              prefetch={false}
              className="-mx-2 flex items-baseline justify-between gap-4 rounded-lg px-2 py-2.5 hover:bg-soft"
            >
              <span>{text}</span>
              <span className="text-xl font-semibold tracking-tight tabular-nums">{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface Need {
  key: string;
  text: ReactNode;
  /** Below the account, where to do something about it. */
  path: string;
  act: string;
}

function needsOf(status: Standing): Need[] {
  const { orders, failedEvents, stuckPayments, endingKeys, hasDefaultPortfolio } = status;
  const needs: (Need | false)[] = [
    orders.waiting > 0 && {
      key: "waiting",
      text: (
        <>
          {some(orders.waiting, "order waits", "orders wait", MOST)} for credits, the oldest since{" "}
          {orders.waitingSince && <Time at={orders.waitingSince} />}
        </>
      ),
      path: "/orders?state=placed",
      act: "See them",
    },
    failedEvents > 0 && {
      key: "failed",
      text: `${some(failedEvents, "callback", "callbacks", MOST_FAILED)} of the last 7 days failed for good`,
      path: "/webhooks?delivery_state=failed",
      act: "Send again",
    },
    stuckPayments > 0 && {
      key: "stuck",
      text: `${some(stuckPayments, "payment has", "payments have", MOST_FAILED)} had no answer from the payment provider for half an hour`,
      path: "/checkout",
      act: "Checkout",
    },
    ...endingKeys.map(({ id, name, expiresOn }) => ({
      key: id,
      text: (
        <>
          The API key {name} ends <Time at={expiresOn} />
        </>
      ),
      path: "/keys",
      act: "API keys",
    })),
    !hasDefaultPortfolio && {
      key: "portfolio",
      text: "There is no default portfolio: each order has to name one",
      path: "/portfolios",
      act: "Portfolios",
    },
  ];
  return needs.filter((need) => need !== false);
}

export function Attention({ status }: { status: Standing }) {
  const { base } = useHere();
  const needs = needsOf(status);
  if (needs.length === 0) return null;
  return (
    <Panel title="Needs attention">
      <ul className="divide-y divide-line">
        {needs.map(({ key, text, path, act }) => (
          <li key={key} className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
            <AlertTriangle className="mt-1 size-4 shrink-0 text-warning" aria-hidden="true" />
            <p className="min-w-0 grow text-[0.9375rem]">{text}</p>
            <Link href={base + path} prefetch={false} className="link shrink-0 text-[0.9375rem]">
              {act}
            </Link>
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

/** Gone with the first order that is fulfilled. */
export function FirstSteps({ status }: { status: Standing }) {
  const { base } = useHere();
  const { orders, hasKey } = status;
  if (orders.fulfilled > 0) return null;
  const hasOrder = orders.fresh + orders.waiting + orders.unpaid + orders.cancelled > 0;
  const to = (path: string, text: string) => (
    <Link href={base + path} prefetch={false} className="link">
      {text}
    </Link>
  );
  return (
    <Panel title="First steps">
      <ol className="divide-y divide-line text-[0.9375rem]">
        <Step isDone={hasKey}>{to("/keys", "Make an API key")} for the program that will buy.</Step>
        <Step isDone={hasOrder}>
          Place an order with it: <code>POST /v1/orders</code> with{" "}
          <code>{'{"amount_kg": 10}'}</code>. The{" "}
          <a href="/docs" className="link">
            guide
          </a>{" "}
          shows the whole request.
        </Step>
        <Step isDone={false}>
          See it fulfilled among {to("/orders", "the orders")}, and open its certificate.
        </Step>
        <Step isDone={false}>
          Decide what your {to("/impact", "impact page")} shows, and put its badge on your site.
        </Step>
      </ol>
    </Panel>
  );
}
