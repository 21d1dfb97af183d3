"use client";
import Link from "next/link";
import { formatMass } from "#core/mass";
import { moneyOf } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { Confirm } from "#ui/admin/dialog";
import { money } from "#ui/admin/format";
import { ListScreen, type ScreenFrame } from "#ui/admin/list-screen";
import { ListTotals } from "#ui/admin/list-totals";
import { StateBadge, type StateLabel } from "#ui/admin/page";
import type { Column } from "#ui/admin/table";
import { useCall, useRefresh, useScreenData } from "#ui/admin/trpc";
import { listQueries } from "./queries";

type Reservation = RouterOutput["reservations"]["list"]["data"][number];

const states: Record<Reservation["state"], StateLabel> = {
  held: { tone: "pending", text: "Held" },
  used: { tone: "good", text: "Used" },
  released: { tone: "neutral", text: "Released" },
  expired: { tone: "neutral", text: "Expired" },
};

function UsedBy({ reservation }: { reservation: Reservation }) {
  const { base } = useAccount();
  const { order_id: order, checkout_session_id: session } = reservation;
  if (order === null && session === null) return "–";
  return (
    <Link
      href={order === null ? `${base}/checkout/${session}` : `${base}/orders/${order}`}
      prefetch={false}
      className="link"
    >
      {order === null ? "Checkout session" : "Order"}
    </Link>
  );
}

function Release({ reservation: { id, amount_kg } }: { reservation: Reservation }) {
  const refresh = useRefresh((trpc) => trpc.reservations.pathFilter());
  const release = useCall((trpc) => trpc.reservations.release);
  return (
    <Confirm
      button="Release"
      buttonLabel={`Release ${id}`}
      title="Release this reservation?"
      description={`${formatMass(amount_kg)} can then be sold to others. An order or session can no longer use the reservation.`}
      action="Release credits"
      done="Reservation released"
      run={() => release({ id }).finally(refresh)}
    />
  );
}

const columns: Column<Reservation>[] = [
  { head: "Amount", kg: ({ amount_kg }) => amount_kg },
  { head: "State", cell: ({ state }) => <StateBadge state={states[state]} /> },
  { head: "Price", money: (reservation) => moneyOf(reservation, reservation.price) },
  { head: "Used by", isExtra: true, cell: (reservation) => <UsedBy reservation={reservation} /> },
  { head: "Expires", at: ({ expires_on }) => expires_on },
  { head: "Created", isExtra: true, at: ({ created_on }) => created_on },
];

const actions: Column<Reservation> = {
  head: "Actions",
  align: "right",
  cell: (reservation) => reservation.state === "held" && <Release reservation={reservation} />,
};

type Totals = RouterOutput["reservations"]["totals"];

function figuresOf({ sums, currency }: Totals) {
  if (!sums) return [];
  return [
    { label: "Amount, held", value: formatMass(sums.held.amount_kg) },
    { label: "Price, held", value: money(sums.held.price, currency) },
    { label: "Amount, used", value: formatMass(sums.used.amount_kg) },
    { label: "Price, used", value: money(sums.used.price, currency) },
  ];
}

export function Reservations(frame: ScreenFrame) {
  const { canWrite } = useAccount();
  const { reservations, reservationTotals } = useScreenData(listQueries);
  return (
    <ListScreen
      {...frame}
      label="Reservations"
      intro="Credits that your API keys reserved for a while, at a fixed price. An order or a checkout session uses them."
      totals={<ListTotals query={reservationTotals} rows="reservations" figures={figuresOf} />}
      csv="reservations"
      query={reservations}
      columns={canWrite ? [...columns, actions] : columns}
      empty={[
        "No reservations yet",
        <p key="text">
          Reserve credits with the API: <code>POST /v1/reservations</code>.
        </p>,
      ]}
    />
  );
}
