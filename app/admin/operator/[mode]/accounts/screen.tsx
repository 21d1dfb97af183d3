"use client";
import { useRouter } from "next/navigation";
import { currencies } from "#core/money";
import { FormDialog } from "#ui/admin/dialog";
import { EmailField } from "#ui/admin/fields";
import { SelectField, TextField } from "#ui/admin/form";
import { count, Time } from "#ui/admin/format";
import { ListScreen } from "#ui/admin/list-screen";
import { useOperator } from "#ui/admin/operator";
import { Badge } from "#ui/admin/page";
import { TermsFields } from "#ui/admin/terms";
import { useCall, useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";

function NewAccount() {
  const { base } = useOperator();
  const router = useRouter();
  const create = useCall((trpc) => trpc.operatorAccounts.create);
  return (
    <FormDialog
      button="New account"
      variant="primary"
      title="New account"
      description="For an organization that buys credits, in live and test mode. Its first owner receives an invitation by email, valid for seven days."
      action="Create account"
      done="Account created"
      schema={async () => (await import("#admin/schemas")).OpenAccountForm}
      initial={{
        ...{ name: "", slug: null, email: "", currency: null },
        ...{ terms: "" as const, credit_limit: null },
      }}
      send={(values) => create(values)}
      onDone={({ id }) => router.push(`${base}/accounts/${id}`)}
    >
      <TextField name="name" label="Name" hint="Appears on certificates and at checkout." />
      <TextField
        name="slug"
        label="Slug"
        placeholder="aero-climate"
        hint="The name in addresses. Leave it empty to derive it from the name."
      />
      <SelectField
        name="currency"
        label="Currency"
        hint="Of all its prices, orders and invoices. It can’t be changed later."
        options={[
          { value: "", text: "That of this installation" },
          ...Object.keys(currencies).map((value) => ({ value, text: value.toUpperCase() })),
        ]}
      />
      <EmailField label="First owner’s email" />
      <TermsFields mode="live" />
    </FormDialog>
  );
}

export default function AccountsPage() {
  const { mode } = useOperator();
  const { accounts } = useScreenData(queries);
  return (
    <ListScreen
      title="Accounts"
      intro={`Organizations that buy credits. The figures are those of ${mode} mode.`}
      actions={<NewAccount />}
      search="Name, slug or a member’s email…"
      csv="accounts"
      query={accounts}
      columns={[
        {
          head: "Name",
          cell: ({ name }) => name,
          to: ({ id }) => `/accounts/${id}`,
          note: ({ slug, isSuspended, terms }) => (
            <>
              {slug} {isSuspended && <Badge tone="bad">Suspended</Badge>}
              {terms === null && <Badge tone="pending">No terms</Badge>}
            </>
          ),
        },
        { head: "Sold", kg: ({ soldKg }) => soldKg },
        { head: "Retired at registries", kg: ({ retiredKg }) => retiredKg },
        {
          head: "Waiting orders",
          align: "right",
          cell: ({ waiting }) =>
            waiting > 0 ? <Badge tone="pending">{count(waiting)}</Badge> : "–",
        },
        {
          head: "Latest order",
          isExtra: true,
          cell: ({ latestOn }) => (latestOn ? <Time at={latestOn} /> : "None"),
        },
        { head: "Created", isExtra: true, at: ({ createdOn }) => createdOn },
      ]}
      empty={[
        "No accounts yet",
        "Create the first one. Its owner receives an invitation by email.",
      ]}
    />
  );
}
