// The page for other sites: a badge and a card, and the lines that put them there.
import { CodeBlock } from "#ui/code-block";
import type { Shown } from "./shown";

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

const CARD = { width: 380, height: 250 };

function badgeCode(url: string, label: string): string {
  return [
    `<a href="${url}">`,
    `  <img src="${url}/badge.svg" alt="${attribute(label)}" height="48">`,
    "</a>",
  ].join("\n");
}

function cardCode(url: string, label: string): string {
  const { width, height } = CARD;
  return [
    `<iframe src="${url}/card" title="${attribute(label)}"`,
    `  width="${width}" height="${height}" loading="lazy" style="border: 0; max-width: 100%">`,
    "</iframe>",
  ].join("\n");
}

/** Closed until somebody wants it; what it shows is loaded then. */
export function ShowThis({ shown, url }: { shown: Shown; url: string }) {
  const label = `Climate impact of ${shown.impact.name}`;
  const { pathname } = new URL(url);
  return (
    <section className="border-t border-line px-5 py-6 sm:px-12">
      <details>
        <summary className="-mx-2 inline-flex min-h-11 cursor-pointer items-center rounded-lg px-2 text-[0.9375rem] font-medium text-accent hover:bg-soft">
          Show this on your site
        </summary>
        <div className="mt-4 grid gap-x-10 gap-y-8 pb-4 lg:grid-cols-2">
          <div className="min-w-0">
            <div className="flex min-h-24 items-center">
              {/* biome-ignore lint/performance/noImgElement: next/image needs the runtime that stays away. */}
              <img src={`${pathname}/badge.svg`} alt="The badge" height={48} loading="lazy" />
            </div>
            <CodeBlock label="A badge" code={badgeCode(url, label)} />
          </div>
          <div className="min-w-0">
            <iframe
              src={`${pathname}/card`}
              title="The card"
              {...CARD}
              loading="lazy"
              className="mb-4 max-w-full"
            />
            <CodeBlock label="A card" code={cardCode(url, label)} />
          </div>
        </div>
        <p className="max-w-2xl pb-4 text-sm text-pretty text-quiet">
          Both follow the reader’s light or dark scheme and are never more than a minute old. Add{" "}
          <code className="whitespace-nowrap">?theme=light</code> or <code>dark</code>,{" "}
          <code>size=small</code> or <code>large</code>, <code>lang=de</code>, <code>fr</code> or{" "}
          <code>es</code> to their address for another look.
        </p>
      </details>
    </section>
  );
}
