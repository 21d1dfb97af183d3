"use client";
import { useRouter } from "next/navigation";
import { CustomerData } from "#screens/personal-data";
import { useAccount } from "#ui/admin/account";
import { useApiForm } from "#ui/admin/api-form";
import { BrandPanels } from "#ui/admin/brand/brand-panels";

import { Confirm } from "#ui/admin/dialog";
import { SubaccountFields } from "#ui/admin/fields";
import { Form } from "#ui/admin/form";
import { LogoPanel } from "#ui/admin/logo-panel";
import { LatestOrders } from "#ui/admin/order-table";
import { Badge, Detail, PageHead, Panel } from "#ui/admin/page";
import { ButtonLink } from "#ui/admin/screen-link";
import { useCall, useChange, useScreenData } from "#ui/admin/trpc";
import { Figures, type Subaccount } from "./figures";
import { queries } from "./queries";

function DetailsForm({ subaccount }: { subaccount: Subaccount }) {
  const update = useChange((trpc) => trpc.subaccounts.update);
  const { id, name, email, reference, slug, default_portfolio_id } = subaccount;
  const form = useApiForm({
    done: "Subaccount saved",
    schema: async () => (await import("#admin/schemas")).UpdateSubaccount,
    initial: { name, email, reference, slug, default_portfolio_id },
    opened: subaccount,
    send: (values, opened) => update({ ...values, id, opened }),
  });
  return (
    <Panel title="Details">
      <Form form={form} action="Save subaccount">
        <SubaccountFields />
      </Form>
    </Panel>
  );
}

function Logo({ subaccount: { id, name, logo_url } }: { subaccount: Subaccount }) {
  const save = useChange((trpc) => trpc.subaccounts.setLogo);
  const remove = useChange((trpc) => trpc.subaccounts.removeLogo);
  return (
    <LogoPanel
      name={name}
      url={logo_url}
      save={(picture) => save({ ...picture, id })}
      remove={() => remove({ id })}
    />
  );
}

function Delete({ subaccount: { id, name } }: { subaccount: Subaccount }) {
  const { base } = useAccount();
  const router = useRouter();
  const remove = useCall((trpc) => trpc.subaccounts.delete);
  return (
    <Confirm
      button="Delete subaccount"
      variant="warning"
      title={`Delete ${name}?`}
      description="Only subaccounts without orders can be deleted. This can’t be undone."
      done="Subaccount deleted"
      run={async () => {
        await remove({ id });
        router.replace(`${base}/subaccounts`);
      }}
    />
  );
}

function Archive({ subaccount: { id, name, archived_on } }: { subaccount: Subaccount }) {
  const update = useChange((trpc) => trpc.subaccounts.updateMany);
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
      run={() => update({ ids: [id], archived })}
    />
  );
}

export default function SubaccountPage() {
  const { can, canWrite, modules, subaccountId } = useAccount();
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
                {can("read_billing") && modules.includes("reports") && (
                  <ButtonLink to={`/reports?show=subaccount&subaccount_id=${subaccount.id}`}>
                    Report
                  </ButtonLink>
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
