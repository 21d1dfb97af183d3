// Reads a certificate's JSON, page and PDF into shapes that can be compared.

import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { Page } from "playwright/test";

export interface Certificate {
  order_id: string;
  order_number: string;
  state: string;
  statement: string;
  amount_kg: number;
  beneficiary: { name: string; message: string | null; url: string | null };
  seller: { name: string };
  description: string | null;
  created_on: string;
  retired_on: string;
  certificate_public_url: string;
  signature: string | null;
  projects: {
    name: string;
    type: string;
    location_name: string;
    developer: string;
    methodology: string | null;
    registry_name: string;
    registry_id: string;
    un_sdg_goals: { number: number; name: string }[];
    amount_kg: number;
    retirements: Retirement[];
  }[];
  registry_status: string | null;
  registry_retired_on: string;
  revision: number;
  status_as_of: string;
}

interface Retirement {
  vintage_year: number;
  serial_number_range: string;
  amount_kg: number;
  registry_records: {
    amount_kg: number;
    retired_on: string;
    reference: string | null;
    beneficiary: string | null;
    is_shared: boolean;
  }[];
  labels: { scheme: string; granted_on: string | null }[];
  corresponding_adjustment: keyof typeof ADJUSTMENTS | null;
}

const ADJUSTMENTS = {
  none: "No corresponding adjustment",
  authorized: "Authorized by the host country for a corresponding adjustment",
  applied: "Corresponding adjustment applied by the host country",
};

/** The line about labels and adjustment, which has no amount. */
function labelText({ labels, corresponding_adjustment: adjustment }: Retirement): string {
  const names = labels.map(({ scheme, granted_on: day }) =>
    day === null ? scheme : `${scheme} (since ${dayOf(day)})`,
  );
  return [
    ...(names.length > 0 ? [`Labels: ${names.join(", ")}`] : []),
    ...(adjustment === null ? [] : [`${ADJUSTMENTS[adjustment]} (Article 6, Paris Agreement)`]),
  ].join(" · ");
}

/** The contents of a certificate's page, without white space. */
export interface CertificateContents {
  title: string;
  heading: string;
  website: { href: string; text: string } | null;
  message: string | null;
  statement: string;
  facts: [label: string, text: string][];
  scanned: string;
  count: string;
  total: string;
  projects: {
    name: string;
    amount: string;
    about: string;
    details: [label: string, text: string][];
    goals: string[];
    retirements: string[][];
  }[];
}

export function unspaced(text: string): string {
  return text.replace(/\s+/g, "");
}

const number = (it: number) => it.toLocaleString("en-US", { maximumFractionDigits: 3 });
export const kgOf = (kg: number) => `${number(kg)} kg`;
export const massOf = (kg: number) => (kg < 1000 ? kgOf(kg) : `${number(kg / 1000)} t`);
export const amountOf = (kg: number) => massOf(kg) + (kg < 1000 ? "" : ` (${kgOf(kg)})`);

/** Empty if the whole order is one project's. */
export function shareOf(kg: number, totalKg: number): string {
  if (kg === totalKg) return "";
  return kg * 100 < totalKg ? "<1%" : `${Math.min(99, Math.round((kg * 100) / totalKg))}%`;
}

const MONTHS = [
  ...["January", "February", "March", "April", "May", "June", "July", "August"],
  ...["September", "October", "November", "December"],
];

export function dayOf(iso: string): string {
  const [year = "", month, day] = iso.slice(0, 10).split("-");
  return `${MONTHS[Number(month) - 1]} ${Number(day)}, ${year}`;
}

export const momentOf = (iso: string) => `${dayOf(iso)} at ${iso.slice(11, 16)} UTC`;

/** A URL as the page prints it: the host first, in letters that cannot be mistaken for others. */
export function addressOf(url: string): string {
  const rest = /^https?:\/\/[^/?#]*(.*)$/i.exec(url)?.[1] ?? "";
  return new URL(url).host + (rest === "/" ? "" : rest);
}

function withoutSpace<T>(value: T): T {
  if (typeof value === "string") return unspaced(value) as T;
  if (Array.isArray(value)) return value.map(withoutSpace) as T;
  if (value === null || typeof value !== "object") return value;
  const pairs = Object.entries(value).map(([key, it]) => [key, withoutSpace(it)]);
  return Object.fromEntries(pairs) as T;
}

/** The records below serial numbers, each with the registry's wording in a line of its own, then labels. */
export function recordedText(retirement: Retirement): string {
  const { amount_kg, registry_records: records } = retirement;
  const recorded = records
    .map(({ amount_kg: kg, retired_on, reference, beneficiary, is_shared }) => {
      const part = kg === amount_kg ? "" : `${kgOf(kg)}: `;
      const verb = part === "" ? "Retired" : "retired";
      const wording = is_shared ? `Wording in the registry: “${beneficiary}”` : "";
      const by = reference === null ? "" : `, reference ${reference}`;
      return `${part}${verb} in the sandbox on ${dayOf(retired_on)}${by}${wording}`;
    })
    .join("");
  return recorded + labelText(retirement);
}

/** The contents that the page must have for this record, and nothing else in these places. */
export function expectedContents(certificate: Certificate): CertificateContents {
  const { amount_kg: totalKg, beneficiary, description, projects } = certificate;
  const { name, message, url } = beneficiary;
  return withoutSpace({
    title: `Test: ${massOf(totalKg)} of CO₂e retired on behalf of ${name} · Carbon Till`,
    heading: `${massOf(totalKg)} of CO2e retired on behalf of ${name}`,
    website: url === null ? null : { href: url, text: addressOf(url) },
    message,
    statement: certificate.statement,
    facts: [
      ["Reference", certificate.order_id.slice(-8).toUpperCase().replace(/^.{4}/, "$&-")],
      ["Order number", certificate.order_number],
      ["Amount", `${amountOf(totalKg)} of CO2e`],
      ["Ordered", momentOf(certificate.created_on)],
      ["Allocated", momentOf(certificate.retired_on)],
      ["Retired in the sandbox", dayOf(certificate.registry_retired_on)],
      ["Issued by", certificate.seller.name],
      ["Revision", `${certificate.revision}, status as of ${momentOf(certificate.status_as_of)}`],
      ...(description === null ? [] : [["Note", description] as [string, string]]),
    ],
    scanned: `QR code of ${certificate.certificate_public_url}`,
    count: projects.length === 1 ? "1 project" : `${projects.length} projects`,
    total: kgOf(totalKg),
    projects: projects
      .toSorted((a, b) => b.amount_kg - a.amount_kg)
      .map((project) => ({
        name: project.name,
        amount: kgOf(project.amount_kg) + shareOf(project.amount_kg, totalKg),
        about: [project.type, project.location_name].filter(Boolean).join("·"),
        details: [
          ["Registry", `${project.registry_name} ${project.registry_id}`] as [string, string],
          ...(project.methodology === null
            ? []
            : [["Methodology", project.methodology] as [string, string]]),
          ["Developer", project.developer] as [string, string],
        ],
        goals: project.un_sdg_goals.map((goal) => `${goal.number} ${goal.name}`),
        retirements: project.retirements.map((retirement) => [
          String(retirement.vintage_year),
          retirement.serial_number_range + recordedText(retirement),
          kgOf(retirement.amount_kg),
        ]),
      })),
  });
}

/** Reads the page as a browser parses it, without visiting it. */
export async function contentsOfPage(
  browserPage: Page,
  html: string,
): Promise<CertificateContents> {
  const contents = await browserPage.evaluate((source) => {
    const page = new DOMParser().parseFromString(source, "text/html");
    const text = (root: ParentNode, selector: string) =>
      root.querySelector(selector)?.textContent ?? "";
    const pairs = (root: ParentNode | null | undefined) =>
      [...(root?.querySelectorAll("dt") ?? [])].map((it): [string, string] => [
        it.textContent ?? "",
        it.nextElementSibling?.textContent ?? "",
      ]);
    const website = page.querySelector('header a[rel~="ugc"]');
    const list = page.querySelector("h2")?.closest("section");
    return {
      title: page.title,
      heading: text(page, "h1"),
      website: website && {
        href: website.getAttribute("href") ?? "",
        text: website.textContent ?? "",
      },
      message: page.querySelector("blockquote")?.textContent ?? null,
      statement: text(page, '[role="status"]'),
      facts: pairs(page.querySelector('section[aria-label="Order"]')),
      scanned: text(page, 'section[aria-label="Order"] svg title'),
      count: text(page, "h2"),
      total: text(page, "h2 + p"),
      projects: [...(list?.querySelectorAll(":scope > details > ul > li") ?? [])].map(
        (project) => ({
          name: text(project, "h3"),
          amount: text(project, "h3 + p"),
          about: text(project, ":scope > div + div > p"),
          // From the catalogue, not from the certificate.
          details: pairs(project).filter(([label]) => label !== "Mechanism"),
          goals: [...project.querySelectorAll("li:not(table li)")].map(
            (it) => it.textContent ?? "",
          ),
          retirements: [...project.querySelectorAll("tbody")].map((body) => {
            const cells = [...body.querySelectorAll("td")].map((cell) => cell.textContent ?? "");
            const [vintage = "", serials = "", amount = "", records = ""] = cells;
            return [vintage, serials + records, amount];
          }),
        }),
      ),
    };
  }, html);
  return withoutSpace(contents);
}

/** Arabic Presentation Forms A and B. */
const LIGATURES = /[\ufb50-\ufdff\ufe70-\ufefc]/g;

/** The PDF's text and metadata, without white space. */
export async function printedIn(bytes: Uint8Array): Promise<{ text: string; about: string }> {
  const loading = getDocument({ data: bytes, verbosity: 0 });
  const pdf = await loading.promise;
  let text = "";
  for (let page = 1; page <= pdf.numPages; page += 1) {
    // Readers take the letters of a ligature apart when they copy, not before they turn words around.
    const options = { disableNormalization: true };
    const { items } = await (await pdf.getPage(page)).getTextContent(options);
    text += items.map((item) => ("str" in item ? item.str : "")).join(" ");
  }
  const { info } = await pdf.getMetadata();
  await loading.destroy();
  const { Title, Author, Subject } = info as Record<string, unknown>;
  // A line may break inside a sequence of emoji; the joiner at its end has no text.
  return {
    text: unspaced(text)
      .replaceAll("\0", "")
      .replace(LIGATURES, (it) => it.normalize("NFKC")),
    about: unspaced([Title, Author, Subject].join(" ")),
  };
}
