"use client";
// The list of subaccounts, and the form for another.
import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { UpdateSubaccount } from "#schemas/accounts";
import { useHere } from "#ui/admin/account-shell";
import { Button } from "#ui/admin/button";
import { Dialog, useNewOpen } from "#ui/admin/dialog";
import { Form, useSentForm } from "#ui/admin/form";
import { ListTools } from "#ui/admin/list-tools";
import { LogoPicture } from "#ui/admin/logo-picture";
import { Empty, PageHead } from "#ui/admin/page";
import { SubaccountFields } from "#ui/admin/subaccount-fields";
import { DataTable, useListState } from "#ui/admin/table";
import { Time } from "#ui/admin/time";
import { Title } from "#ui/admin/title";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";

function NewSubaccount() {
  const { base } = useHere();
  const [open, setOpen] = useNewOpen();
  const [router, toast] = [useRouter(), useToast()];
  const create = useMutation(useTRPC().subaccounts.create.mutationOptions());
  const sent = useSentForm({
    schema: UpdateSubaccount,
    initial: { name: "", email: null, default_portfolio_id: null },
    async send(values) {
      const { id } = await create.mutateAsync(values);
      toast("Subaccount made");
      router.push(`${base}/subaccounts/${id}`);
    },
  });
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        New subaccount
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="New subaccount">
        <Form sent={sent} act="Make it" onCancel={() => setOpen(false)}>
          <SubaccountFields />
        </Form>
      </Dialog>
    </>
  );
}

function Subaccounts() {
  const { base, canWrite } = useHere();
  const { place, filters } = useListState();
  const list = useQuery(
    useTRPC().subaccounts.list.queryOptions({ ...place, ...filters("search") }),
  );
  return (
    <>
      <PageHead
        title="Subaccounts"
        intro="Shops, brands or customers for which you buy: each has its orders, its logo and its own impact page."
        acts={canWrite && <NewSubaccount />}
      />
      <ListTools search="Name, e-mail or id" csv="subaccounts" />
      <DataTable
        label="Subaccounts"
        keyOf={(row) => row.id}
        query={list}
        columns={[
          {
            head: "Name",
            cell: (row) => (
              <Link
                href={`${base}/subaccounts/${row.id}`}
                prefetch={false}
                className="flex items-center gap-3"
              >
                <LogoPicture url={row.logo_url} name={row.name} size="small" />
                <span className="link font-medium">{row.name}</span>
              </Link>
            ),
          },
          { head: "E-mail", isExtra: true, cell: (row) => row.email ?? "–" },
          { head: "Made", isExtra: true, cell: (row) => <Time at={row.created_on} /> },
        ]}
        empty={
          <Empty title="No subaccount yet">
            <p>You can do without: orders then belong to the account itself.</p>
          </Empty>
        }
      />
    </>
  );
}

export default function SubaccountsPage() {
  return (
    <>
      <Title>Subaccounts</Title>
      <Subaccounts />
    </>
  );
}
