// Code that shows the impact on other websites.
import type { Language } from "#core/language";
import { addressIn } from "#core/reader";
import { CodeBlock } from "#ui/code-block";
import { escapeMarkup } from "./[...embed]/embed";
import { impactCopy } from "./copy/copy";
import type { ImpactView } from "./view";

const CARD = { width: 380, height: 250 };

function badgeCode(url: string, label: string, language: Language): string {
  return [
    `<a href="${addressIn(url, language)}">`,
    `  <img src="${addressIn(`${url}/badge.svg`, language)}" alt="${escapeMarkup(label)}" height="48">`,
    "</a>",
  ].join("\n");
}

function cardCode(url: string, label: string, language: Language): string {
  const { width, height } = CARD;
  return [
    `<iframe src="${addressIn(`${url}/card`, language)}" title="${escapeMarkup(label)}"`,
    `  width="${width}" height="${height}" loading="lazy" style="border: 0; max-width: 100%">`,
    "</iframe>",
  ].join("\n");
}

/** Closed at first. The previews load when it is opened. */
export function ShowThis({ view, url }: { view: ImpactView; url: string }) {
  const { language } = view.reader;
  const { embed: copy, title } = impactCopy[language];
  const label = title(view.impact.name);
  const { pathname } = new URL(url);
  return (
    <section className="border-t border-line px-5 py-6 sm:px-12">
      <details>
        <summary className="-mx-2 inline-flex min-h-11 cursor-pointer items-center rounded-lg px-2 text-[0.9375rem] font-medium text-accent hover:bg-soft">
          {copy.title}
        </summary>
        <div className="mt-4 grid gap-x-10 gap-y-8 pb-4 lg:grid-cols-2">
          <div className="min-w-0">
            <div className="flex min-h-24 items-center">
              {/* biome-ignore lint/performance/noImgElement: next/image needs the runtime that stays away. */}
              <img
                src={addressIn(`${pathname}/badge.svg`, language)}
                alt={copy.badgePreview}
                height={48}
                loading="lazy"
              />
            </div>
            <CodeBlock label={copy.badge} code={badgeCode(url, label, language)} copy={copy} />
          </div>
          <div className="min-w-0">
            <iframe
              src={addressIn(`${pathname}/card`, language)}
              title={copy.cardPreview}
              {...CARD}
              loading="lazy"
              className="mb-4 max-w-full"
            />
            <CodeBlock label={copy.card} code={cardCode(url, label, language)} copy={copy} />
          </div>
        </div>
        <p className="max-w-2xl pb-4 text-sm text-pretty text-quiet">
          {copy.text.split(/(\[[^\]]+\])/).map((part) =>
            part.startsWith("[") ? (
              <code key={part} className="whitespace-nowrap">
                {part.slice(1, -1)}
              </code>
            ) : (
              part
            ),
          )}
        </p>
      </details>
    </section>
  );
}
