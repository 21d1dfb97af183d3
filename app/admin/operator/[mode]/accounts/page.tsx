"use client";
// The list of organisations, and the form for another.
import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { formatMass } from "#core/mass";
import { OpenAccount } from "#schemas/people";
import { Button } from "#ui/admin/button";
import { Dialog } from "#ui/admin/dialog";
import { Form, TextField, useSentForm } from "#ui/admin/form";
import { ListTools } from "#ui/admin/list-tools";
import { useOperator } from "#ui/admin/operator-shell";
import { Badge, Empty, PageHead } from "#ui/admin/page";
import { DataTable, useListState } from "#ui/admin/table";
import { Time } from "#ui/admin/time";
import { Title } from "#ui/admin/title";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";

function NewAccount() {
  const { base } = useOperator();
  const [open, setOpen] = useState(false);
  const [router, toast] = [useRouter(), useToast()];
  const create = useMutation(useTRPC().operatorAccounts.create.mutationOptions());
  const sent = useSentForm({
    schema: OpenAccount,
    initial: { name: "", slug: null, email: "" },
    async send(values) {
      const { id } = await create.mutateAsync(values);
      toast("Account made");
      router.push(`${base}/accounts/${id}`);
    },
  });
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        New account
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="New account"
        description="An organisation that buys, live and test. Its first owner gets an invitation by mail, good for seven days."
      >
        <Form sent={sent} act="Make the account" onCancel={() => setOpen(false)}>
          <TextField name="name" label="Name" hint="As its customers and certificates know it." />
          <TextField
            name="slug"
            label="Slug"
            placeholder="aero-climate"
            hint="Its name in addresses. Made from the name where it is left empty."
          />
          <TextField name="email" label="First owner's e-mail" type="email" />
        </Form>
      </Dialog>
    </>
  );
}

function Accounts() {
  const { base, mode } = useOperator();
  const { place, filters } = useListState();
  const list = useQuery(
    useTRPC().operatorAccounts.list.queryOptions({ ...place, ...filters("search") }),
  );
  return (
    <>
      <PageHead
        title="Accounts"
        intro={`The organisations that buy. Each has a live half and a test half; the figures are of ${mode}.`}
        acts={<NewAccount />}
      />
      <ListTools search="Name, slug, or a member's e-mail" csv="accounts" />
      <DataTable
        label="Accounts"
        keyOf={(row) => row.id}
        query={list}
        columns={[
          {
            head: "Name",
            cell: (row) => (
              <Link href={`${base}/accounts/${row.id}`} prefetch={false}>
                <span className="link font-medium">{row.name}</span>
                <span className="block text-sm text-quiet">{row.slug}</span>
              </Link>
            ),
          },
          { head: "Retired", align: "right", cell: (row) => formatMass(row.retiredKg) },
          {
            head: "Waiting",
            align: "right",
            cell: (row) =>
              row.waiting > 0 ? (
                <Badge look="waits">{row.waiting.toLocaleString("en-US")}</Badge>
              ) : (
                "–"
              ),
          },
          {
            head: "Latest order",
            isExtra: true,
            cell: (row) => (row.latestOn ? <Time at={row.latestOn} /> : "Never"),
          },
          { head: "Made", isExtra: true, cell: (row) => <Time at={row.createdOn} /> },
        ]}
        empty={
          <Empty title="No account yet">
            <p>Make the first: its owner gets an invitation by mail.</p>
          </Empty>
        }
      />
    </>
  );
}

export default function AccountsPage() {
  return (
    <>
      <Title>Accounts</Title>
      <Accounts />
    </>
  );
}
