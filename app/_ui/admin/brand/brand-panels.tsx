"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { useApiForm } from "#ui/admin/api-form";
import { ClaimNotes } from "#ui/admin/claim-notes";
import { Form, TextAreaField, TextField, useFormValues } from "#ui/admin/form";
import { LogoPanel } from "#ui/admin/logo-panel";
import { Fact, Facts, Loaded, Panel } from "#ui/admin/page";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";
import { accentIn, BrandPreview } from "./preview";

type OwnerBrand = RouterOutput["brand"]["get"];

interface Props {
  data: OwnerBrand;
  /** Null: the account. */
  subaccountId: string | null;
}

function useSetSaved(subaccountId: string | null) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { queryKey } = trpc.brand.get.queryOptions({ subaccount_id: subaccountId });
  return (saved: OwnerBrand) => queries.setQueryData(queryKey, saved);
}

/** Follows what is typed. */
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
  const toast = useToast();
  const onSuccess = useSetSaved(subaccountId);
  const set = useMutation(useTRPC().brand.set.mutationOptions({ onSuccess }));
  const { dark_logo_url: _, ...initial } = data.settings;
  const form = useApiForm({
    schema: async () => (await import("#admin/schemas")).SetBrand,
    initial,
    opened: data.settings,
    async send(values, opened) {
      await set.mutateAsync({ ...values, subaccount_id: subaccountId, opened });
      toast("Brand saved");
    },
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
    <Facts>
      <Fact label="Accent color">{settings.accent_color ?? "–"}</Fact>
      <Fact label="Your words">{settings.story ?? "–"}</Fact>
      <Fact label="Website">{settings.website_url ?? "–"}</Fact>
      <Fact label="Legal notice">{settings.imprint_url ?? "–"}</Fact>
    </Facts>
  );
}

function DarkLogo({ data, subaccountId }: Props) {
  const trpc = useTRPC();
  const onSuccess = useSetSaved(subaccountId);
  const save = useMutation(trpc.brand.setDarkLogo.mutationOptions({ onSuccess }));
  const remove = useMutation(trpc.brand.removeDarkLogo.mutationOptions({ onSuccess }));
  const owner = { subaccount_id: subaccountId };
  return (
    <LogoPanel
      title="Logo for dark pages"
      name={data.brand.name}
      url={data.settings.dark_logo_url}
      save={(picture) => save.mutateAsync({ ...picture, ...owner })}
      remove={() => remove.mutateAsync(owner)}
    />
  );
}

/** Color, words and links of public pages, with a preview. */
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
