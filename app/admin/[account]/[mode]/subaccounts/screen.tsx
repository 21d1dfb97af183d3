"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { formatDay } from "#core/dates";
import { moneyOf } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { FormDialog, useNewOpen } from "#ui/admin/dialog";
import { SubaccountFields } from "#ui/admin/fields";
import { ListScreen } from "#ui/admin/list-screen";
import { Logo } from "#ui/admin/logo-panel";
import { Badge } from "#ui/admin/page";
import { ScreenLink } from "#ui/admin/screen-link";
import type { Column, Selection } from "#ui/admin/table";
import { useCall, useScreenData } from "#ui/admin/trpc";
import { BulkActions } from "./bulk";
import { ImportSubaccounts } from "./import";
import { queries } from "./queries";

function NewSubaccount() {
  const { base } = useAccount();
  const router = useRouter();
  const create = useCall((trpc) => trpc.subaccounts.create);
  return (
    <FormDialog
      state={useNewOpen()}
      button="New subaccount"
      variant="primary"
      title="New subaccount"
      action="Create subaccount"
      done="Subaccount created"
      schema={async () => (await import("#admin/schemas")).UpdateSubaccount}
      initial={{ name: "", email: null, reference: null, slug: null, default_portfolio_id: null }}
      send={(values) => create(values)}
      onDone={({ id }) => router.push(`${base}/subaccounts/${id}`)}
    >
      <SubaccountFields />
    </FormDialog>
  );
}

type Subaccount = RouterOutput["subaccounts"]["list"]["data"][number];

function Name({ id, name, reference, logo_url, archived_on }: Subaccount) {
  return (
    <ScreenLink to={`/subaccounts/${id}`} className="flex items-center gap-3">
      <Logo url={logo_url} name={name} size="small" />
      <span className="min-w-0">
        <span className="link font-medium">{name}</span>
        {archived_on !== null && (
          <span className="ml-2">
            <Badge tone="neutral">Archived</Badge>
          </span>
        )}
        {reference !== null && <span className="block text-sm text-quiet">{reference}</span>}
      </span>
    </ScreenLink>
  );
}

const columns: readonly Column<Subaccount>[] = [
  { head: "Name", sort: "name", cell: (row) => <Name {...row} /> },
  {
    head: "Portfolio",
    sort: "portfolio",
    isExtra: true,
    cell: ({ portfolio }) => portfolio?.name ?? <span className="text-quiet">Account default</span>,
  },
  { head: "Sold", sort: "sold", card: "amount", kg: (row) => row.fulfilled_kg },
  { head: "Orders", sort: "orders", isExtra: true, count: ({ orders }) => orders },
  { head: "Spend", sort: "spend", money: (row) => moneyOf(row, row.spend) },
  {
    head: "Checkout sales",
    sort: "checkout",
    isExtra: true,
    money: (row) => moneyOf(row, row.checkout_sales),
  },
  {
    head: "Last order",
    sort: "last",
    align: "right",
    isExtra: true,
    cell: ({ last_order_on: day }) => (day === null ? "–" : formatDay(day)),
  },
];

export default function SubaccountsPage() {
  const { canWrite } = useAccount();
  const [keys, change] = useState<Selection["keys"]>(new Set());
  const selection: Selection = { keys, change };
  const { subaccounts: list } = useScreenData(queries);
  return (
    <ListScreen
      title="Subaccounts"
      intro="Shops, brands or customers you buy for. Figures count fulfilled orders: spend is the price of API orders, checkout sales are what customers ordered."
      actions={
        canWrite && (
          <>
            <ImportSubaccounts onDone={list.refetch} />
            <NewSubaccount />
          </>
        )
      }
      search="Name, email, reference or ID…"
      filters={[
        {
          name: "state",
          label: "State",
          none: "State: active",
          options: [
            { value: "archived", text: "Archived" },
            { value: "all", text: "Active and archived" },
          ],
        },
      ]}
      csv="subaccounts"
      totals={<BulkActions selection={selection} onDone={list.refetch} />}
      selection={canWrite ? selection : undefined}
      query={list}
      columns={columns}
      empty={["No subaccounts yet", "Optional. Orders without a subaccount belong to the account."]}
    />
  );
}
