// A mail as plain text and HTML with the same content, for light and dark, escaped by construction.

import { accentOf } from "./accent";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Markup created by `html`. Anything else in a template is escaped. */
class Markup {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

type Part = string | Markup | readonly Markup[];

function sourceOf(part: Part): string {
  if (typeof part === "string") return part.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
  return part instanceof Markup ? part.source : part.map((each) => each.source).join("");
}

function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.reduce((all, next, at) => all + sourceOf(parts[at - 1] ?? "") + next));
}

export interface MailBrand {
  name: string;
  /** A PNG of this installation. */
  logoUrl: string | null;
  /** Color like "#0d5c41". */
  accent: string | null;
}

/** The content of a mail in reading order. */
export interface MailDocument {
  language: string;
  subject: string;
  /** The seller; none in the product's own mails. */
  brand?: MailBrand;
  heading: string;
  /** Says that the mail is only a test. */
  notice: string | null;
  opening: string;
  rows: readonly { label: string; value: string }[];
  closing: readonly string[];
  links: readonly { label: string; url: string }[];
  footer: string;
  footerLinks?: readonly { label: string; url: string }[];
}

// Mail programs without style sheets use the light colors.
const ACCENT = { light: "#0d5c41", dark: "#7ccfaa" };

const darkStyles = ({ dark }: typeof ACCENT) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .canvas { background: #0c110f !important; }
  .paper { background: #131a17 !important; border-color: #2a342f !important; }
  .ink { color: #e9efeb !important; }
  .quiet { color: #a0afa6 !important; }
  .line { border-color: #2a342f !important; }
  .test { background: #33270f !important; color: #f2c877 !important; }
  .first { background: ${dark} !important; color: #0c110f !important; }
  .other { color: ${dark} !important; }
}`;

const paragraph = (text: string) =>
  html`<p class="ink" style="margin:0 0 16px;color:#14201a">${text}</p>\n`;

const row = ({ label, value }: MailDocument["rows"][number]) => html`<tr>
<th scope="row" class="quiet line" style="width:38%;overflow-wrap:break-word;hyphens:auto;padding:8px 12px 8px 0;border-top:1px solid #dde3dd;text-align:left;vertical-align:top;font-weight:400;color:#56635b">${label}</th>
<td class="ink line" style="padding:8px 0;border-top:1px solid #dde3dd;text-align:right;vertical-align:top;color:#14201a;overflow-wrap:anywhere;word-break:break-word">${value}</td>
</tr>\n`;

const brandLine = ({ name, logoUrl }: MailBrand) =>
  html`<p class="ink" style="margin:0 12px 16px;font-weight:600;color:#14201a">${
    logoUrl === null
      ? []
      : html`<img src="${logoUrl}" alt="" height="36" style="height:36px;width:auto;max-width:120px;margin-right:10px;border-radius:8px;vertical-align:middle">`
  }${name}</p>\n`;

const linkIn =
  (color: string) =>
  ({ label, url }: MailDocument["links"][number], at: number) =>
    at === 0
      ? html`<p style="margin:24px 0 12px"><a class="first" href="${url}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${color};color:#ffffff;font-weight:600;text-decoration:none">${label}</a></p>\n`
      : html`<p style="margin:0 0 12px"><a class="other" href="${url}" style="color:${color}">${label}</a></p>\n`;

const notice = (text: string) =>
  html`<p class="test" style="margin:0 0 16px;padding:12px 16px;border-radius:8px;background:#fdf1d8;color:#7a4a00">${text}</p>\n`;

const footerLink = ({ label, url }: MailDocument["links"][number]) =>
  html`<a class="quiet" href="${url}" style="display:inline-block;margin-right:16px;color:#56635b">${label}</a>\n`;

const footerLinks = ({ footerLinks: links = [] }: MailDocument) =>
  links.length === 0
    ? []
    : html`<p class="quiet" style="margin:8px 12px 0;font-size:13px;color:#56635b">${links.map(footerLink)}</p>\n`;

/** Loads nothing from other hosts than the installation's. */
function htmlOf(mail: MailDocument): string {
  const accent = mail.brand?.accent ? accentOf(mail.brand.accent) : ACCENT;
  const body = html`<main style="max-width:560px;margin:0 auto;padding:24px 12px">
${mail.brand ? brandLine(mail.brand) : []}<div class="paper" style="padding:24px;border:1px solid #dde3dd;border-radius:12px;background:#ffffff">
<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:1.25;color:#14201a">${mail.heading}</h1>
${mail.notice === null ? [] : notice(mail.notice)}${paragraph(mail.opening)}<table style="width:100%;table-layout:fixed;margin:0 0 16px;border-collapse:collapse;font-variant-numeric:tabular-nums">
${mail.rows.map(row)}</table>
${mail.closing.map(paragraph)}${mail.links.map(linkIn(accent.light))}</div>
<p class="quiet" style="margin:16px 12px 0;font-size:13px;color:#56635b">${mail.footer}</p>
${footerLinks(mail)}</main>`;
  return html`<!doctype html>
<html lang="${mail.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${mail.subject}</title>
<style>${new Markup(darkStyles(accent))}</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:#f3f5f2;color:#14201a;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;overflow-wrap:anywhere">
${body}
</body>
</html>
`.source;
}

function textOf(mail: MailDocument): string {
  const colon = mail.language === "fr" ? "\u00a0:" : ":";
  const parts = [
    mail.heading,
    ...(mail.notice === null ? [] : [mail.notice]),
    mail.opening,
    ...(mail.rows.length === 0
      ? []
      : [mail.rows.map(({ label, value }) => `${label}${colon} ${value}`).join("\n")]),
    ...mail.closing,
    ...mail.links.map(({ label, url }) => `${label}${colon}\n${url}`),
    // The usual separator of a signature.
    `-- \n${mail.footer}`,
    ...(mail.footerLinks ?? []).map(({ label, url }) => `${label}${colon}\n${url}`),
  ];
  return `${parts.join("\n\n")}\n`;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

export function renderDocument(mail: MailDocument): RenderedMail {
  return { subject: mail.subject, text: textOf(mail), html: htmlOf(mail) };
}

// White space, control characters, and marks that change the direction of text.
const UNSEEN = /[\s\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

/** Reduces a name to one line, so it cannot add lines or reverse the text around it. */
export function oneLine(name: string): string {
  return name.replace(UNSEEN, " ").trim();
}
