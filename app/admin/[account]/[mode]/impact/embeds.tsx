"use client";
// What other sites show of an impact page, as it looks, and the lines that put it there.
import { useState } from "react";
import { Button } from "#ui/admin/button";
import { Choice } from "#ui/admin/choice";
import { Panel } from "#ui/admin/page";
import { useToast } from "#ui/admin/toasts";

const codes = {
  badge: (url: string) =>
    `<a href="${url}">\n  <img src="${url}/badge.svg" alt="Climate impact" height="48">\n</a>`,
  card: (url: string) =>
    `<iframe src="${url}/card" title="Climate impact"\n  width="380" height="250" loading="lazy" style="border: 0; max-width: 100%">\n</iframe>`,
  link: (url: string) => url,
};
type Kind = keyof typeof codes;

const kinds: { value: Kind; text: string }[] = [
  { value: "badge", text: "Badge" },
  { value: "card", text: "Card" },
  { value: "link", text: "Link" },
];

function Sample({ kind, url }: { kind: Kind; url: string }) {
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
  // biome-ignore lint/performance/noImgElement: a drawing of the server's own.
  return <img src={`${pathname}/badge.svg`} alt="The badge" height={48} className="mb-4 h-12" />;
}

export function Embeds({ url, isShown }: { url: string; isShown: boolean }) {
  const [kind, setKind] = useState<Kind>("badge");
  const toast = useToast();
  if (!isShown) return null;
  const code = codes[kind](url);
  return (
    <Panel
      title="Show it elsewhere"
      acts={<Choice legend="As" options={kinds} value={kind} onChoose={setKind} />}
    >
      <Sample kind={kind} url={url} />
      <pre className="rounded-lg bg-soft p-3 text-[0.8125rem]/relaxed whitespace-pre-wrap">
        {code}
      </pre>
      <p className="mt-3 flex justify-end">
        <Button onClick={() => navigator.clipboard.writeText(code).then(() => toast("Copied"))}>
          Copy
        </Button>
      </p>
    </Panel>
  );
}
