"use client";
// Configures an impact page beside its preview, and hands out what other sites show of it.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useHere } from "#ui/admin/account-shell";
import { buttonClass } from "#ui/admin/button";
import { Loading, PageHead, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useListState } from "#ui/admin/table";
import { Title } from "#ui/admin/title";
import { useTRPC } from "#ui/admin/trpc";
import { Embeds } from "./embeds";
import { type PageConfig, Settings } from "./settings";

/** Whose page: the account's, or a subaccount's, as the address has it. */
function Owners() {
  const { account } = useHere();
  const { get, set } = useListState();
  const list = useQuery(useTRPC().subaccounts.list.queryOptions({ limit: 100 }));
  const asked = get("subaccount");
  const found = useQuery({
    ...useTRPC().subaccounts.get.queryOptions({ id: asked ?? "" }),
    enabled: asked !== null,
  });
  const listed = list.data?.data ?? [];
  const isListed = asked === null || listed.some(({ id }) => id === asked);
  if (isListed && listed.length === 0) return null;
  return (
    <select
      aria-label="Whose page"
      value={asked ?? ""}
      className="min-h-10 rounded-lg border border-edge bg-paper px-3 py-1.5 text-[0.9375rem] max-sm:w-full sm:max-w-72"
      onChange={({ target }) => set({ subaccount: target.value })}
    >
      <option value="">{account.name}</option>
      {!isListed && <option value={asked}>{found.data?.name ?? asked}</option>}
      {listed.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Another address for every other choice: the very page, as it would be. */
function previewOf(url: string, { enabled_equivalents, sections }: PageConfig): string {
  const query = new URLSearchParams({
    preview: "1",
    sections: sections.join(","),
    equivalents: enabled_equivalents.join(","),
  });
  return `${new URL(url).pathname}?${query}`;
}

function Preview({ url, config }: { url: string; config: PageConfig }) {
  return (
    <Panel title="Preview">
      {!config.enabled && (
        <p className="mb-4 rounded-lg bg-warning-soft px-4 py-2.5 text-[0.9375rem] text-warning">
          The page is switched off: nobody else sees this.
        </p>
      )}
      <iframe
        src={previewOf(url, config)}
        title="Preview of the impact page"
        className="h-160 w-full rounded-xl border border-line bg-canvas"
      />
    </Panel>
  );
}

function Configured({ subaccountId }: { subaccountId: string | null }) {
  const saved = useQuery(useTRPC().impact.page.queryOptions({ subaccount_id: subaccountId }));
  const [draft, setDraft] = useState<PageConfig | null>(null);
  if (saved.error) return <ProblemNote error={saved.error} onRetry={() => saved.refetch()} />;
  if (!saved.data) return <Loading />;
  const { url, ...config } = saved.data;
  return (
    <div className="grid items-start gap-x-6 xl:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
      <div>
        <Settings
          saved={config}
          draft={draft ?? config}
          onDraft={setDraft}
          subaccountId={subaccountId}
        />
        <Embeds url={url} isShown={config.enabled} />
      </div>
      <Preview url={url} config={draft ?? config} />
    </div>
  );
}

function ImpactPages() {
  const { get } = useListState();
  const subaccountId = get("subaccount");
  const saved = useQuery(useTRPC().impact.page.queryOptions({ subaccount_id: subaccountId }));
  return (
    <>
      <PageHead
        title="Impact page"
        intro="A public page of what was retired: the total, the projects on a map, the months. Each subaccount has one of its own."
        acts={
          <>
            <Owners />
            {saved.data?.enabled && (
              <a href={saved.data.url} className={buttonClass()}>
                Open the page
              </a>
            )}
          </>
        }
      />
      <Configured key={subaccountId} subaccountId={subaccountId} />
    </>
  );
}

export default function ImpactPagesPage() {
  return (
    <>
      <Title>Impact page</Title>
      <ImpactPages />
    </>
  );
}
