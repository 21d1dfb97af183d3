"use client";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { CopyButton } from "#ui/admin/button";
import { LinkState } from "#ui/admin/checkout";
import { count, money, Time } from "#ui/admin/format";
import { ListScreen, type ScreenFrame } from "#ui/admin/list-screen";
import { ListTotals } from "#ui/admin/list-totals";
import { ScreenLink } from "#ui/admin/screen-link";
import type { Column } from "#ui/admin/table";
import { useScreenData } from "#ui/admin/trpc";
import { listQueries } from "./queries";

type PaymentLink = RouterOutput["links"]["list"]["data"][number];

function Name({ link: { id, name } }: { link: PaymentLink }) {
  return (
    <ScreenLink to={`/checkout/links/${id}`} className="link block max-w-36 truncate sm:max-w-56">
      {name}
    </ScreenLink>
  );
}

const columns: Column<PaymentLink>[] = [
  { head: "Name", cell: (link) => <Name link={link} /> },
  { head: "State", cell: ({ state }) => <LinkState state={state} /> },
  { head: "Sessions", align: "right", cell: ({ sums }) => count(sums.sessions) },
  { head: "Paid", align: "right", cell: ({ sums }) => count(sums.paid.sessions) },
  {
    head: "Sold",
    align: "right",
    isExtra: true,
    cell: ({ sums }) => formatMass(sums.paid.amount_kg),
  },
  {
    head: "Total",
    align: "right",
    card: "amount",
    cell: ({ sums }) => money(sums.paid.amount, sums.paid.currency),
  },
  { head: "Created", isExtra: true, cell: ({ created_on }) => <Time at={created_on} /> },
  {
    head: "Actions",
    align: "right",
    cell: ({ url }) => <CopyButton text={url} label="Copy link" done="Payment link copied" />,
  },
];

type Totals = RouterOutput["links"]["totals"];

function figuresOf({ sums }: Totals) {
  if (!sums) return [];
  const { sessions, paid } = sums;
  return [
    { label: "Sessions", value: count(sessions) },
    { label: "Paid", value: count(paid.sessions) },
    { label: "Sold", value: formatMass(paid.amount_kg) },
    { label: "Customers paid", value: money(paid.amount, paid.currency) },
    { label: "Refunded", value: money(paid.refunded, paid.currency) },
  ];
}

export function PaymentLinks(frame: ScreenFrame) {
  const { links, linkTotals } = useScreenData(listQueries);
  return (
    <ListScreen
      {...frame}
      intro="Public pages where any number of customers choose an amount and pay."
      label="Payment links"
      totals={<ListTotals query={linkTotals} rows="payment links" figures={figuresOf} />}
      csv="links"
      keyOf={({ id }) => id}
      query={links}
      columns={columns}
      empty={[
        "No payment links yet",
        <p key="text">
          Create one, and share its address on your website, in an email, or as a QR code.
        </p>,
      ]}
    />
  );
}
