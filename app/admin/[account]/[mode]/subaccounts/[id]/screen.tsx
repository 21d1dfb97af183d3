"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { UpdateSubaccount } from "#schemas/accounts";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account-shell";
import { Confirm } from "#ui/admin/dialog";
import { SubaccountFields } from "#ui/admin/fields";
import { Form, useApiForm } from "#ui/admin/form";
import { LogoPanel } from "#ui/admin/logo-panel";
import { SoldKg } from "#ui/admin/mass-bars";
import { LatestOrders } from "#ui/admin/order-table";
import { Detail, Loaded, PageHead, Panel, useRouteId } from "#ui/admin/page";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";

type Subaccount = RouterOutput["subaccounts"]["get"];

interface Props {
  subaccount: Subaccount;
}

/** Returns a function that shows the subaccount as the server saved it. */
function useSetSaved() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return (saved: Subaccount) =>
    queries.setQueryData(trpc.subaccounts.get.queryKey({ id: saved.id }), saved);
}

function DetailsForm({ subaccount }: Props) {
  const setSaved = useSetSaved();
  const toast = useToast();
  const update = useMutation(useTRPC().subaccounts.update.mutationOptions());
  const { id, name, email, default_portfolio_id } = subaccount;
  const form = useApiForm({
    schema: UpdateSubaccount,
    initial: { name, email, default_portfolio_id },
    async send(values) {
      setSaved(await update.mutateAsync({ ...values, id }));
      toast("Subaccount saved");
    },
  });
  return (
    <Panel title="Details">
      <Form form={form} action="Save subaccount">
        <SubaccountFields />
      </Form>
    </Panel>
  );
}

function Logo({ subaccount: { id, name, logo_url } }: Props) {
  const trpc = useTRPC();
  const onSuccess = useSetSaved();
  const save = useMutation(trpc.subaccounts.setLogo.mutationOptions({ onSuccess }));
  const remove = useMutation(trpc.subaccounts.removeLogo.mutationOptions({ onSuccess }));
  return (
    <LogoPanel
      name={name}
      url={logo_url}
      save={(picture) => save.mutateAsync({ ...picture, id })}
      remove={() => remove.mutateAsync({ id })}
    />
  );
}

function Delete({ subaccount: { id, name } }: Props) {
  const { base } = useAccount();
  const router = useRouter();
  const remove = useMutation(useTRPC().subaccounts.delete.mutationOptions());
  return (
    <Confirm
      button="Delete subaccount"
      variant="warning"
      title={`Delete ${name}?`}
      description="Only subaccounts without orders can be deleted. This can’t be undone."
      done="Subaccount deleted"
      run={async () => {
        await remove.mutateAsync({ id });
        router.replace(`${base}/subaccounts`);
      }}
    />
  );
}

function Retired({ id }: { id: string }) {
  const { base } = useAccount();
  const impact = useQuery(useTRPC().impact.get.queryOptions({ subaccount_id: id }));
  return (
    <Panel
      title="Sold and retired"
      actions={
        <Link href={`${base}/impact?subaccount=${id}`} prefetch={false} className="link">
          Set up impact page
        </Link>
      }
    >
      <Loaded query={impact} lines={2}>
        {({ total_offset_kgs, registry_retired_kgs, categories }) => (
          <SoldKg
            soldKg={total_offset_kgs}
            retiredKg={registry_retired_kgs}
            categories={categories.map(({ category, offset_kgs: kg }) => ({
              name: category.name,
              kg,
            }))}
          />
        )}
      </Loaded>
    </Panel>
  );
}

export default function SubaccountPage() {
  const id = useRouteId();
  const { canWrite } = useAccount();
  const trpc = useTRPC();
  const query = useQuery(trpc.subaccounts.get.queryOptions({ id }));
  const orders = useQuery(trpc.orders.list.queryOptions({ limit: 10, subaccount_id: id }));
  return (
    <Detail title="Subaccount" query={query}>
      {(subaccount) => (
        <>
          <PageHead
            title={subaccount.name}
            actions={canWrite && <Delete subaccount={subaccount} />}
          />
          <Logo subaccount={subaccount} />
          {canWrite && <DetailsForm subaccount={subaccount} />}
          <Retired id={id} />
          <LatestOrders title="Latest orders" path={`/orders?subaccount_id=${id}`} query={orders} />
        </>
      )}
    </Detail>
  );
}
