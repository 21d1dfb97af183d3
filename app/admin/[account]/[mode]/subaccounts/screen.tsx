"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { UpdateSubaccount } from "#schemas/accounts";
import type { RouterInput } from "#trpc/router";
import { useAccount } from "#ui/admin/account-shell";
import { FormDialog, useNewOpen } from "#ui/admin/dialog";
import { SubaccountFields } from "#ui/admin/fields";
import { ListScreen } from "#ui/admin/list-screen";
import { Logo } from "#ui/admin/logo-panel";
import { useListInput } from "#ui/admin/table";
import { Time } from "#ui/admin/time";
import { useTRPC } from "#ui/admin/trpc";

function NewSubaccount() {
  const { base } = useAccount();
  const router = useRouter();
  const create = useMutation(useTRPC().subaccounts.create.mutationOptions());
  return (
    <FormDialog
      state={useNewOpen()}
      button="New subaccount"
      variant="primary"
      title="New subaccount"
      action="Create subaccount"
      done="Subaccount created"
      schema={UpdateSubaccount}
      initial={{ name: "", email: null, default_portfolio_id: null }}
      send={(values) => create.mutateAsync(values)}
      onDone={({ id }) => router.push(`${base}/subaccounts/${id}`)}
    >
      <SubaccountFields />
    </FormDialog>
  );
}

type Input = NonNullable<RouterInput["subaccounts"]["list"]>;

export default function SubaccountsPage() {
  const { base, canWrite } = useAccount();
  const input = useListInput<Input>("search");
  const list = useQuery(useTRPC().subaccounts.list.queryOptions(input));
  return (
    <ListScreen
      title="Subaccounts"
      intro="Shops, brands or customers you buy for. Each has its own orders, logo and impact page."
      actions={canWrite && <NewSubaccount />}
      search="Name, email or ID…"
      csv="subaccounts"
      keyOf={({ id }) => id}
      query={list}
      columns={[
        {
          head: "Name",
          cell: ({ id, name, logo_url }) => (
            <Link
              href={`${base}/subaccounts/${id}`}
              prefetch={false}
              className="flex items-center gap-3"
            >
              <Logo url={logo_url} name={name} size="small" />
              <span className="link font-medium">{name}</span>
            </Link>
          ),
        },
        { head: "Email", isExtra: true, cell: ({ email }) => email ?? "–" },
        { head: "Created", isExtra: true, cell: (row) => <Time at={row.created_on} /> },
      ]}
      empty={["No subaccounts yet", "Optional. Orders without a subaccount belong to the account."]}
    />
  );
}
