"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useAccount } from "#ui/admin/account";
import { useApiForm } from "#ui/admin/api-form";
import { BrandPanels } from "#ui/admin/brand/brand-panels";
import { buttonClass } from "#ui/admin/button";
import { Confirm } from "#ui/admin/dialog";
import { SubaccountFields } from "#ui/admin/fields";
import { Form } from "#ui/admin/form";
import { LogoPanel } from "#ui/admin/logo-panel";
import { LatestOrders } from "#ui/admin/order-table";
import { Badge, Detail, PageHead, Panel } from "#ui/admin/page";
import { CustomerData } from "#ui/admin/personal-data";
import { useScreenData } from "#ui/admin/screen-data";
import { ScreenLink } from "#ui/admin/screen-link";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";
import { Figures, type Subaccount } from "./figures";
import { queries } from "./queries";

interface Props {
  subaccount: Subaccount;
}

/** Returns a function that shows the subaccount as the server saved it. */
function useSetSaved() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return (saved: Partial<Subaccount> & Pick<Subaccount, "id">) => {
    const { queryKey } = trpc.subaccounts.get.queryOptions({ id: saved.id });
    queries.setQueryData(queryKey, (current) => current && { ...current, ...saved });
    // Names that belong to the ids of the saved fields, such as the portfolio's.
    return queries.invalidateQueries({ queryKey });
  };
}

function DetailsForm({ subaccount }: Props) {
  const setSaved = useSetSaved();
  const toast = useToast();
  const update = useMutation(useTRPC().subaccounts.update.mutationOptions());
  const { id, name, email, reference, slug, default_portfolio_id } = subaccount;
  const form = useApiForm({
    schema: async () => (await import("#admin/schemas")).UpdateSubaccount,
    initial: { name, email, reference, slug, default_portfolio_id },
    opened: subaccount,
    async send(values, opened) {
      void setSaved(await update.mutateAsync({ ...values, id, opened }));
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

function Archive({ subaccount: { id, name, archived_on } }: Props) {
  const setSaved = useSetSaved();
  const update = useMutation(useTRPC().subaccounts.updateMany.mutationOptions());
  const archived = archived_on === null;
  return (
    <Confirm
      button={archived ? "Archive" : "Restore"}
      title={`${archived ? "Archive" : "Restore"} ${name}?`}
      description={
        archived
          ? "It takes no new orders, quotes or checkout sessions, and leaves the list. Orders under way are finished. You can restore it."
          : "It takes orders again."
      }
      action={archived ? "Archive subaccount" : "Restore subaccount"}
      done={archived ? "Subaccount archived" : "Subaccount restored"}
      run={async () => {
        await update.mutateAsync({ ids: [id], archived });
        setSaved({ id, archived_on: archived ? new Date().toISOString() : null });
      }}
    />
  );
}

export default function SubaccountPage() {
  const { can, canWrite, subaccountId } = useAccount();
  const { orders, subaccount: query } = useScreenData(queries);
  return (
    <Detail title="Subaccount" query={query}>
      {(subaccount) => (
        <>
          <PageHead
            title={subaccount.name}
            intro={subaccount.archived_on !== null && <Badge tone="neutral">Archived</Badge>}
            actions={
              <>
                {can("read_billing") && (
                  <ScreenLink
                    to={`/reports?show=subaccount&subaccount_id=${subaccount.id}`}
                    className={buttonClass()}
                  >
                    Report
                  </ScreenLink>
                )}
                {canWrite && subaccountId === null && (
                  <>
                    <Archive subaccount={subaccount} />
                    {subaccount.orders === 0 && <Delete subaccount={subaccount} />}
                  </>
                )}
              </>
            }
          />
          <Figures subaccount={subaccount} />
          <LatestOrders
            title="Latest orders"
            path={`/orders?subaccount_id=${subaccount.id}`}
            query={orders}
          />
          <Logo subaccount={subaccount} />
          <BrandPanels subaccountId={subaccount.id} />
          {canWrite && <DetailsForm subaccount={subaccount} />}
          <CustomerData email={subaccount.email} />
        </>
      )}
    </Detail>
  );
}
