"use client";
import { formatMass } from "#core/mass";
import { moneyOf } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { CustomerLink, sessionStates } from "#ui/admin/checkout";
import { count } from "#ui/admin/format";
import { datesBy } from "#ui/admin/list-dates";
import { ListScreen, type ScreenFrame } from "#ui/admin/list-screen";
import { ListTotals, moneyFigure } from "#ui/admin/list-totals";
import { optionsOf, StateBadge } from "#ui/admin/page";
import { useSubaccountFilter } from "#ui/admin/subaccount-filter";
import type { Column } from "#ui/admin/table";
import { useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";

type Session = RouterOutput["checkout"]["list"]["data"][number];
type Totals = RouterOutput["checkout"]["totals"];

const columns: Column<Session>[] = [
  {
    head: "Customer",
    cell: ({ id, customer_email }) => <CustomerLink sessionId={id} email={customer_email} />,
  },
  { head: "State", cell: ({ state }) => <StateBadge state={sessionStates[state]} /> },
  { head: "Amount", isExtra: true, kg: ({ amount_kg }) => amount_kg },
  { head: "Price", money: (session) => moneyOf(session, session.price) },
  {
    head: "Description",
    isExtra: true,
    cell: (session) => (
      <span className="block max-w-56 truncate">{session.order_description ?? "–"}</span>
    ),
  },
  { head: "Created", isExtra: true, at: (session) => session.created_on },
];

function figuresOf({ complete }: Totals) {
  if (!complete) return [];
  const { count: completed, amount_kg: kg, prices } = complete;
  return [
    { label: "Complete", value: count(completed) },
    { label: "Amount, complete", value: formatMass(kg) },
    ...moneyFigure("Price, complete", prices),
  ];
}

export function Sessions(frame: ScreenFrame) {
  const { sessions, sessionTotals } = useScreenData(queries);
  return (
    <ListScreen
      {...frame}
      intro="Payment pages you created for customers. A session stays open for 24 hours."
      search="Email, description, beneficiary, ID, order ID…"
      filters={[
        { name: "state", label: "State", options: optionsOf(sessionStates) },
        ...useSubaccountFilter(),
      ]}
      dates={[datesBy("Created")]}
      csv="checkout-sessions"
      totals={<ListTotals query={sessionTotals} rows="sessions" figures={figuresOf} />}
      label="Checkout sessions"
      query={sessions}
      hasLast
      columns={columns}
      empty={[
        "No checkout sessions yet",
        <p key="text">
          Create a payment link here, or a session with the API:{" "}
          <code>POST /v1/checkout/sessions</code>. The{" "}
          <a href="/docs/checkout" className="link">
            guide
          </a>{" "}
          shows how.
        </p>,
      ]}
    />
  );
}
