"use client";
// The account's name and address, its logo, and its default portfolio.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useWatch } from "react-hook-form";
import { z } from "zod";
import { UpdateAccount } from "#schemas/accounts";
import type { RouterOutput } from "#trpc/router";
import { useHere } from "#ui/admin/account-shell";
import { Form, TextField, useSentForm } from "#ui/admin/form";
import { LogoPanel } from "#ui/admin/logo-panel";
import { Loading, PageHead, Panel } from "#ui/admin/page";
import { PortfolioField } from "#ui/admin/portfolio-field";
import { ProblemNote } from "#ui/admin/problem";
import { Title } from "#ui/admin/title";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";

type Shown = RouterOutput["settings"]["get"];

/** What breaks with the former slug, told as soon as another one is typed. */
function SlugWarning({ former }: { former: string }) {
  const slug: string | null = useWatch({ name: "slug" });
  if (!slug || slug === former) return null;
  return (
    <div
      role="status"
      className="rounded-xl bg-warning-soft px-4 py-3 text-[0.9375rem] text-warning"
    >
      <p className="font-medium">The old addresses stop working at once.</p>
      <p className="mt-1 text-pretty">
        Your impact page moves from /impact/{former} to /impact/{slug}, and the one of the test
        account likewise. Links to it, badges and pages that embed it have to be changed.
      </p>
    </div>
  );
}

function Name({ shown }: { shown: Shown }) {
  const { mode } = useHere();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [router, toast] = [useRouter(), useToast()];
  const update = useMutation(trpc.settings.update.mutationOptions());
  const sent = useSentForm({
    schema: UpdateAccount,
    initial: { name: shown.name, slug: shown.slug },
    async send(values) {
      const saved = await update.mutateAsync(values);
      toast("Saved");
      if (saved.slug !== shown.slug) return router.replace(`/admin/${saved.slug}/${mode}/settings`);
      queries.setQueryData(trpc.settings.get.queryKey(), saved);
      router.refresh();
    },
  });
  return (
    <Panel title="Name and address">
      <Form sent={sent} act="Save the name">
        <TextField
          name="name"
          label="Name"
          hint="Shown on certificates, also those of before, on checkouts and on the impact page."
        />
        <TextField
          name="slug"
          label="Slug"
          hint="Your name in addresses: lower-case letters, digits and single hyphens."
        />
        <SlugWarning former={shown.slug} />
      </Form>
    </Panel>
  );
}

function Logo({ shown }: { shown: Shown }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const onSuccess = (saved: Shown) => queries.setQueryData(trpc.settings.get.queryKey(), saved);
  const save = useMutation(trpc.settings.setLogo.mutationOptions({ onSuccess }));
  const remove = useMutation(trpc.settings.removeLogo.mutationOptions({ onSuccess }));
  return (
    <LogoPanel
      name={shown.name}
      url={shown.logo_url}
      save={(picture) => save.mutateAsync(picture)}
      remove={() => remove.mutateAsync()}
    />
  );
}

const Default = z.strictObject({ id: z.string().nullable() });

function DefaultPortfolio({ id }: { id: string | null }) {
  const { mode } = useHere();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const set = useMutation(trpc.portfolios.setDefault.mutationOptions());
  const sent = useSentForm({
    schema: Default,
    initial: { id },
    async send(values) {
      await set.mutateAsync(values);
      await queries.invalidateQueries(trpc.portfolios.pathFilter());
      toast("Default set");
    },
  });
  return (
    <Panel title="Default portfolio">
      <Form sent={sent} act="Save the default">
        <PortfolioField
          name="id"
          label="Portfolio"
          hint={`Where an order of the ${mode} account names no portfolio, and its subaccount has none. The other account has a default of its own.`}
          fallback={{ to: "catalogueId", text: "The catalogue’s default" }}
        />
      </Form>
    </Panel>
  );
}

/** The same for those who may not change it. */
function Facts({ shown }: { shown: Shown }) {
  const list = useQuery(useTRPC().portfolios.list.queryOptions());
  const standard = list.data?.data.find(({ isDefault }) => isDefault);
  const facts = [
    { label: "Name", value: shown.name },
    { label: "Slug", value: shown.slug },
    { label: "Default portfolio", value: standard?.name ?? "–" },
  ];
  return (
    <Panel title="Details">
      <dl className="grid gap-4 sm:grid-cols-3">
        {facts.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-quiet">{label}</dt>
            <dd className="mt-0.5 text-[0.9375rem]">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function Editable({ shown }: { shown: Shown }) {
  const list = useQuery(useTRPC().portfolios.list.queryOptions());
  if (list.error) return <ProblemNote error={list.error} onRetry={() => list.refetch()} />;
  if (!list.data) return <Loading />;
  return (
    <>
      <Name shown={shown} />
      <DefaultPortfolio id={list.data.default.chosenId} />
    </>
  );
}

function Settings() {
  const { canWrite, mode } = useHere();
  const found = useQuery(useTRPC().settings.get.queryOptions());
  const slug = found.data && (mode === "live" ? found.data.slug : `${found.data.slug}-test`);
  return (
    <>
      <PageHead
        title="Settings"
        intro={
          slug ? (
            <>
              Name, slug and logo are those of the live and the test account alike.{" "}
              <a href={`/impact/${slug}`} className="link">
                The impact page
              </a>{" "}
              shows them.
            </>
          ) : (
            "Name, slug and logo are those of the live and the test account alike."
          )
        }
      />
      {found.error && <ProblemNote error={found.error} onRetry={() => found.refetch()} />}
      {!found.data && !found.error && <Loading />}
      {found.data && (
        <>
          <Logo shown={found.data} />
          {canWrite ? <Editable shown={found.data} /> : <Facts shown={found.data} />}
        </>
      )}
    </>
  );
}

export default function SettingsPage() {
  return (
    <>
      <Title>Settings</Title>
      <Settings />
    </>
  );
}
