"use client";
import { useState } from "react";
import { FormProvider } from "react-hook-form";
import { useAccount } from "#ui/admin/account";
import { useApiForm } from "#ui/admin/api-form";
import { buttonClass, Choice, CopyButton } from "#ui/admin/button";
import { useFormValues } from "#ui/admin/form";
import { Loaded, Panel, Screen } from "#ui/admin/page";
import { Picker } from "#ui/admin/picker";
import { useSubaccountFilter } from "#ui/admin/subaccount-filter";
import { useListState } from "#ui/admin/table";
import { useToast } from "#ui/admin/toasts";
import { useChange, useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";
import { type PageConfig, Settings } from "./settings";

function OwnerSelect() {
  const { account } = useAccount();
  const { get } = useListState();
  const current = get("subaccount") ?? "";
  return useSubaccountFilter().map(({ options, find }) => (
    <Picker
      key="subaccount"
      name="subaccount"
      label="Page of"
      value={current}
      all={account.name}
      options={options}
      find={find}
    />
  ));
}

function previewOf(url: string, config: PageConfig): string {
  const { enabled_equivalents, sections, headline } = config;
  const query = new URLSearchParams({
    preview: "1",
    sections: sections.join(","),
    headline,
    equivalents: enabled_equivalents.join(","),
  });
  return `${new URL(url).pathname}?${query}`;
}

function Preview({ url }: { url: string }) {
  const config = useFormValues<PageConfig>();
  return (
    <Panel title="Preview">
      {!config.enabled && (
        <p className="mb-4 rounded-lg bg-warning-soft px-4 py-2.5 text-[0.9375rem] text-warning">
          The page is not public. Only your team sees this preview.
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

const embedKinds = [
  { value: "badge", text: "Badge" },
  { value: "card", text: "Card" },
  { value: "link", text: "Link" },
] as const;
type EmbedKind = (typeof embedKinds)[number]["value"];

const embedCodes: Record<EmbedKind, (url: string) => string> = {
  badge: (url) =>
    `<a href="${url}">\n  <img src="${url}/badge.svg" alt="Climate impact" height="48">\n</a>`,
  card: (url) =>
    `<iframe src="${url}/card" title="Climate impact"\n  width="380" height="250" loading="lazy" style="border: 0; max-width: 100%">\n</iframe>`,
  link: (url) => url,
};

function Sample({ kind, url }: { kind: EmbedKind; url: string }) {
  const { pathname } = new URL(url);
  if (kind === "link") return null;
  if (kind === "card") {
    return (
      <iframe
        src={`${pathname}/card`}
        title="The card"
        width={380}
        height={250}
        className="mb-4 max-w-full"
      />
    );
  }
  // biome-ignore lint/performance/noImgElement: an SVG from this server.
  return <img src={`${pathname}/badge.svg`} alt="The badge" height={48} className="mb-4 h-12" />;
}

function Embeds({ url }: { url: string }) {
  const [kind, setKind] = useState<EmbedKind>("badge");
  const code = embedCodes[kind](url);
  return (
    <Panel
      title="Embed"
      actions={<Choice legend="Format" options={embedKinds} value={kind} onChoose={setKind} />}
    >
      <Sample kind={kind} url={url} />
      <pre className="rounded-lg bg-soft p-3 text-[0.8125rem]/relaxed whitespace-pre-wrap">
        {code}
      </pre>
      <p className="mt-3 flex justify-end">
        <CopyButton text={code} label="Copy code" done="Copied" />
      </p>
    </Panel>
  );
}

interface EditorProps {
  saved: PageConfig & { url: string };
  subaccountId: string | null;
}

function Editor({ saved: { url, ...config }, subaccountId }: EditorProps) {
  const toast = useToast();
  const set = useChange((trpc) => trpc.impact.setPage);
  const form = useApiForm({
    schema: async () => (await import("#admin/schemas")).SetImpactPage,
    initial: config,
    opened: config,
    async send(values, opened) {
      const { enabled } = await set({ ...values, subaccount_id: subaccountId, opened });
      toast(enabled ? "Page published" : "Page is no longer public");
    },
  });
  return (
    <div className="grid items-start gap-x-6 xl:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
      <div>
        <Settings form={form} saved={config} />
        {config.enabled && <Embeds url={url} />}
      </div>
      <FormProvider {...form}>
        <Preview url={url} />
      </FormProvider>
    </div>
  );
}

export default function ImpactPagesPage() {
  const { get } = useListState();
  const subaccountId = get("subaccount");
  const { page: saved } = useScreenData(queries);
  return (
    <Screen
      title="Impact page"
      intro="A public page with what registries have retired for you and what is pending, the projects on a map and a monthly chart. Each subaccount has its own."
      actions={
        <>
          <OwnerSelect />
          {saved.data?.enabled && (
            <a href={saved.data.url} className={buttonClass()}>
              View page
            </a>
          )}
        </>
      }
    >
      <Loaded query={saved}>
        {(data) => <Editor key={subaccountId} saved={data} subaccountId={subaccountId} />}
      </Loaded>
    </Screen>
  );
}
