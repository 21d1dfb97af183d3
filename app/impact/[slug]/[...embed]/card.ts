import { formatDay } from "#core/dates";
import { appUrl } from "#core/env";
import { hashSource, ownLogo } from "#core/page-headers";
import { addressIn } from "#core/reader";
import { type ImpactSummary, toImpactPageResource } from "#domain/impact";
import { uiCopy } from "#ui/copy";
import { claimOf, embedCopy, labelOf } from "./copy";
import { type EmbedOptions, escapeMarkup, paletteCss } from "./embed";

const CSS = `
*{box-sizing:border-box;margin:0}
html{height:100%;color:var(--ink);overflow-wrap:anywhere;
font:400 15px/1.4 Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif;
-webkit-text-size-adjust:none;text-size-adjust:none}
body{min-height:100%;display:flex}
main{flex:1;display:flex;min-width:0}
.card{flex:1;background:var(--paper);border:1px solid var(--line);min-width:0;display:flex;flex-direction:column;gap:.25em 1em;padding:1.1em 1.25em;
color:inherit;text-decoration:none;border-radius:14px}
.card:focus-visible{outline:2px solid var(--accent);outline-offset:-4px}
.who{display:flex;align-items:center;gap:.7em;min-width:0;font-weight:600;line-height:1.3}
.who img{height:2.2em;width:auto;max-width:6em;object-fit:contain;border-radius:.45em;flex:none}
.letter{flex:none;display:grid;place-items:center;width:2.2em;height:2.2em;border-radius:.5em;
background:var(--accent);color:var(--paper)}
.name{display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}
.much{margin-top:auto;padding-top:.7em;font-weight:600;letter-spacing:-.03em;line-height:1.05;
font-size:clamp(1.7em,11vw,2.5em);font-variant-numeric:tabular-nums}
.nothing{letter-spacing:-.015em;font-size:1.35em;line-height:1.2}
.what,.gone{color:var(--quiet)}
.gone{font-size:1em;font-weight:400}
.foot{display:flex;flex-wrap:wrap;gap:.3em .9em;margin-top:.55em;font-size:.9em}
.more{color:var(--accent);font-weight:500;text-decoration:underline;text-underline-offset:.2em;
text-decoration-thickness:1px}
.card:hover .more{text-decoration-thickness:2px}
.test{align-self:flex-start;margin-top:.6em;padding:.25em .6em;border-radius:.4em;font-size:.85em;font-weight:600;
background:var(--warning-soft);color:var(--warning)}
`.replaceAll("\n", "");

interface CardResponse {
  html: string;
  policy: string;
}

/** Builds a page that any site may frame and that loads nothing but its own style. */
function documentOf(
  options: EmbedOptions,
  { title, body }: { title: string; body: string },
): CardResponse {
  const css = paletteCss(options) + CSS;
  const html =
    `<!DOCTYPE html><html lang="${options.language}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">` +
    `<link rel="icon" href="/icon.svg"><title>${title}</title><style>${css}</style></head>` +
    `<body><main aria-label="${title}">${body}</main></body></html>`;
  const policy =
    `default-src 'none'; style-src ${hashSource(css)}; img-src 'self'; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors *";
  return { html, policy };
}

function whoOf({ name, logoUrl }: ImpactSummary): string {
  const own = ownLogo(logoUrl, appUrl());
  const letter = escapeMarkup([...name.trim()][0]?.toUpperCase() ?? "");
  const sign =
    own === null
      ? `<span class="letter" aria-hidden="true">${letter}</span>`
      : `<img src="${escapeMarkup(own)}" alt="">`;
  return `<p class="who">${sign}<span class="name" dir="auto">${escapeMarkup(name)}</span></p>`;
}

/** Draws the card. All of it links to the page, in a new tab. */
export function drawCard(summary: ImpactSummary, options: EmbedOptions): CardResponse {
  const copy = embedCopy[options.language];
  const claim = claimOf(summary, options.language);
  const when = formatDay(summary.since, options.language);
  const much =
    claim === null
      ? `<h1 class="much nothing">${copy.nothing}</h1>`
      : `<h1 class="much">${claim.amount}</h1><p class="what">${claim.text} ` +
        `${copy.since(when)}</p>${claim.pending === null ? "" : `<p class="what">${claim.pending}</p>`}`;
  const test =
    summary.mode === "test" ? `<p class="test">${uiCopy[options.language].testData}</p>` : "";
  const { url: address } = toImpactPageResource(summary.page);
  const url = escapeMarkup(addressIn(address, options.language));
  const body =
    `<a class="card" href="${url}" target="_blank" rel="noopener">${whoOf(summary)}${test}` +
    `${much}<p class="foot"><span class="more">${copy.more}</span></p></a>`;
  return documentOf(options, { title: escapeMarkup(labelOf(summary, options.language)), body });
}

/** Draws the card for a page that does not exist. */
export function drawNoCard(options: EmbedOptions): CardResponse {
  const { gone } = embedCopy[options.language];
  return documentOf(options, { title: gone, body: `<h1 class="card gone">${gone}</h1>` });
}
