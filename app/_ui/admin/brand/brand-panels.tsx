"use client";
import { useQuery } from "@tanstack/react-query";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { useApiForm } from "#ui/admin/api-form";
import { ClaimNotes } from "#ui/admin/claim-notes";
import { Form, TextAreaField, TextField, useFormValues } from "#ui/admin/form";
import { LogoPanel } from "#ui/admin/logo-panel";
import { Facts, Loaded, Panel } from "#ui/admin/page";
import { useChange, useTRPC } from "#ui/admin/trpc";
import { accentIn, BrandPreview } from "./preview";

type OwnerBrand = RouterOutput["brand"]["get"];

interface Props {
  data: OwnerBrand;
  /** Null: the account. */
  subaccountId: string | null;
}

function LivePreview({ data: { brand } }: Pick<Props, "data">) {
  const { accent_color: typed } = useFormValues<{ accent_color: string | null }>();
  return (
    <BrandPreview
      accent={accentIn(typed) ?? brand.accent}
      name={brand.name}
      logoUrl={brand.logoUrl}
      darkLogoUrl={brand.darkLogoUrl}
    />
  );
}

function SubaccountFields() {
  return (
    <>
      <TextField
        name="sender_name"
        label="Sender name"
        hint="Mails to its customers come from this name."
      />
      <TextField name="privacy_url" label="Privacy policy" type="url" />
    </>
  );
}

function BrandForm({ data, subaccountId }: Props) {
  const set = useChange((trpc) => trpc.brand.set);
  const { dark_logo_url: _, ...initial } = data.settings;
  const form = useApiForm({
    done: "Brand saved",
    schema: async () => (await import("#admin/schemas")).SetBrand,
    initial,
    opened: data.settings,
    send: (values, opened) => set({ ...values, subaccount_id: subaccountId, opened }),
  });
  const isSubaccount = subaccountId !== null;
  return (
    <Form form={form} action="Save brand">
      <LivePreview data={data} />
      <TextField
        name="accent_color"
        label="Accent color"
        placeholder={data.brand.accent ?? "#0d5c41"}
        hint={`Six hexadecimal digits, such as #0d5c41.${isSubaccount ? " Empty: your account’s." : ""}`}
      />
      <TextAreaField
        name="story"
        label="Your words"
        hint="A few sentences for the impact page: why you do this. Up to 600 characters."
      />
      <ClaimNotes name="story" />
      <TextField name="website_url" label="Website" type="url" hint="A complete https address." />
      <TextField
        name="imprint_url"
        label="Legal notice"
        type="url"
        hint="Imprint of your company."
      />
      {isSubaccount && <SubaccountFields />}
    </Form>
  );
}

function ReadOnlyBrand({ data: { settings } }: Pick<Props, "data">) {
  return (
    <Facts
      facts={{
        "Accent color": settings.accent_color ?? "–",
        "Your words": settings.story ?? "–",
        Website: settings.website_url ?? "–",
        "Legal notice": settings.imprint_url ?? "–",
      }}
    />
  );
}

function DarkLogo({ data, subaccountId }: Props) {
  const save = useChange((trpc) => trpc.brand.setDarkLogo);
  const remove = useChange((trpc) => trpc.brand.removeDarkLogo);
  const owner = { subaccount_id: subaccountId };
  return (
    <LogoPanel
      title="Logo for dark pages"
      name={data.brand.name}
      url={data.settings.dark_logo_url}
      save={(picture) => save({ ...picture, ...owner })}
      remove={() => remove(owner)}
    />
  );
}

export function BrandPanels({ subaccountId }: Pick<Props, "subaccountId">) {
  const { canWrite } = useAccount();
  const query = useQuery(useTRPC().brand.get.queryOptions({ subaccount_id: subaccountId }));
  return (
    <Loaded query={query} lines={8}>
      {(data) => (
        <>
          <DarkLogo data={data} subaccountId={subaccountId} />
          <Panel title="Brand">
            {canWrite ? (
              <BrandForm data={data} subaccountId={subaccountId} />
            ) : (
              <ReadOnlyBrand data={data} />
            )}
          </Panel>
        </>
      )}
    </Loaded>
  );
}
