"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { useApiForm } from "#ui/admin/api-form";
import { BrandPanels } from "#ui/admin/brand/brand-panels";
import { Confirm } from "#ui/admin/dialog";
import { PortfolioField } from "#ui/admin/fields";
import { Form, TextField, useFormValues } from "#ui/admin/form";
import { LogoPanel } from "#ui/admin/logo-panel";
import { FactsPanel, Loaded, Note, Panel, Screen } from "#ui/admin/page";
import { useCall, useChange, useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";
import { SellerPanel } from "./seller-panel";

type Settings = RouterOutput["settings"]["get"];

interface Props {
  settings: Settings;
}

/** Warns about the old addresses as soon as another slug is typed. */
function SlugWarning({ saved }: { saved: string }) {
  const { slug } = useFormValues<{ slug: string | null }>();
  if (!slug || slug === saved) return null;
  return (
    <div
      role="status"
      className="rounded-xl bg-warning-soft px-4 py-3 text-[0.9375rem] text-warning"
    >
      <p className="font-medium">The old addresses stop working immediately.</p>
      <p className="mt-1 text-pretty">
        Your impact page moves from /impact/{saved} to /impact/{slug}, and so does the one of the
        test account. Update links, badges and embeds.
      </p>
    </div>
  );
}

function NameForm({ settings }: Props) {
  const { mode } = useAccount();
  const router = useRouter();
  const update = useChange((trpc) => trpc.settings.update);
  const form = useApiForm({
    done: "Name saved",
    schema: async () => (await import("#admin/schemas")).UpdateAccount,
    initial: { name: settings.name, slug: settings.slug },
    opened: settings,
    async send(values, opened) {
      const { slug } = await update({ ...values, opened });
      if (slug !== settings.slug) router.replace(`/admin/${slug}/${mode}/settings`);
      else router.refresh();
    },
  });
  return (
    <Panel title="Name and address">
      <Form form={form} action="Save name">
        <TextField
          name="name"
          label="Name"
          hint="Appears on all your certificates, including past ones, at checkout and on the impact page."
        />
        <TextField
          name="slug"
          label="Slug"
          hint="Your name in addresses: lowercase letters, digits and single hyphens."
        />
        <SlugWarning saved={settings.slug} />
      </Form>
    </Panel>
  );
}

function Logo({ settings: { name, logo_url: url } }: Props) {
  const save = useChange((trpc) => trpc.settings.setLogo);
  const remove = useChange((trpc) => trpc.settings.removeLogo);
  return <LogoPanel name={name} url={url} save={save} remove={() => remove()} />;
}

function DefaultForm({ id }: { id: string | null }) {
  const { mode } = useAccount();
  const set = useChange((trpc) => trpc.portfolios.setDefault);
  const form = useApiForm({
    done: "Default portfolio saved",
    schema: async () => (await import("#admin/schemas")).DefaultPortfolio,
    initial: { id },
    send: (values) => set(values),
  });
  return (
    <Panel title="Default portfolio">
      <Form form={form} action="Save default">
        <PortfolioField
          name="id"
          label="Portfolio"
          hint={`For ${mode} orders that name no portfolio, unless their subaccount has a default.`}
          fallback={{ to: "catalogueId", text: "Catalogue default" }}
        />
      </Form>
    </Panel>
  );
}

function ResetPanel() {
  const queries = useQueryClient();
  const reset = useCall((trpc) => trpc.settings.resetTestAccount);
  return (
    <Panel
      title="Test data"
      actions={
        <Confirm
          button="Delete test data"
          variant="warning"
          title="Delete all test data?"
          description="The test account’s orders, checkout sessions, subaccounts and events are deleted, and their certificates can’t be found anymore. API keys, webhook endpoints, payment links, portfolios and settings stay. Live data is not touched."
          done="Test data deleted"
          run={async () => {
            await reset();
            await queries.invalidateQueries();
          }}
        />
      }
    >
      <Note>Start again with an empty test account.</Note>
    </Panel>
  );
}

type Portfolios = RouterOutput["portfolios"]["list"];

function ReadOnlySettings({ settings, portfolios }: Props & { portfolios: Portfolios }) {
  const standard = portfolios.data.find(({ isDefault }) => isDefault);
  return (
    <FactsPanel
      title="Details"
      facts={{
        Name: settings.name,
        Slug: settings.slug,
        "Default portfolio": standard?.name ?? "–",
      }}
    />
  );
}

export default function SettingsPage() {
  const { canWrite, mode } = useAccount();
  const { portfolios, settings: query } = useScreenData(queries);
  const slug = query.data && (mode === "live" ? query.data.slug : `${query.data.slug}-test`);
  return (
    <Screen
      title="Settings"
      intro={
        <>
          The live and test accounts share their name, slug, logo, brand and seller details.{" "}
          {slug && (
            <a href={`/impact/${slug}`} className="link">
              View the impact page
            </a>
          )}
        </>
      }
    >
      <Loaded query={query}>
        {(settings) => (
          <>
            <Logo settings={settings} />
            <BrandPanels subaccountId={null} />
            {canWrite && <NameForm settings={settings} />}
            <Loaded query={portfolios}>
              {(list) =>
                canWrite ? (
                  <DefaultForm id={list.default.chosenId} />
                ) : (
                  <ReadOnlySettings settings={settings} portfolios={list} />
                )
              }
            </Loaded>
            <SellerPanel />
            {canWrite && mode === "test" && <ResetPanel />}
          </>
        )}
      </Loaded>
    </Screen>
  );
}
