// Compares the page, PDF and JSON of certificates of randomly drawn orders.
import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { expect, type Page } from "playwright/test";
import { checkedFetch } from "#testing/contract/fetch";
import { isGenuine, tamperedCopies } from "#testing/genuine";
import {
  addressOf,
  amountOf,
  type Certificate,
  contentsOfPage,
  dayOf,
  expectedContents,
  kgOf,
  massOf,
  momentOf,
  printedIn,
  recordedText,
  shareOf,
  unspaced,
} from "./certificate-forms";
import { type DrawnOrder, drawNames, drawOrders } from "./drawn-orders";

const SUBACCOUNTS = 8;
/** The sandbox registry serves some hundred requests of these orders one by one. */
const RETIRED_WITHIN_MS = 400_000;
/** PDFs rendered at once. Other tests run on the same machine. */
const AT_ONCE = 2;
/** Draws the same orders each time; set CT_E2E_SEED to repeat a failure. */
const SEED = Number(process.env["CT_E2E_SEED"] || 1);
/** Large enough to span lots, which small orders rarely do. */
const OVER_SEVERAL_LOTS = { amount_kg: 20_000_000, portfolio_id: "pf_sandbox_durable" } as const;

type Base = string | undefined;
type Keys = Parameters<typeof isGenuine>[1];

interface Placed extends DrawnOrder {
  id: string;
  /** Index among the drawn orders. */
  name: string;
  /** Beneficiary on the certificate if the order names none. */
  seller: string | null;
}

async function post<T>(baseURL: Base, path: string, data: object, subaccount?: string) {
  const headers = {
    authorization: `Bearer ${process.env["CT_E2E_KEY"]}`,
    "content-type": "application/json",
    ...(subaccount !== undefined && { "x-subaccount-id": subaccount }),
  };
  const response = await checkedFetch(`${baseURL}${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(data),
  });
  if (response.status !== 201) throw new Error(`seed ${SEED}: ${await response.text()}`);
  return (await response.json()) as T;
}

async function placeAll(baseURL: Base, count: number): Promise<Placed[]> {
  const subaccounts = await Promise.all(
    drawNames(SUBACCOUNTS, SEED).map(async (name) => {
      const { id } = await post<{ id: string }>(baseURL, "/v1/subaccounts", { name });
      return { id, name };
    }),
  );
  const drawn = drawOrders(count, SEED).map((order, index) =>
    index === 0 ? { ...order, data: { ...order.data, ...OVER_SEVERAL_LOTS } } : order,
  );
  return Promise.all(
    drawn.map(async (order, index) => {
      const at = order.subaccount === null ? undefined : order.subaccount % SUBACCOUNTS;
      const of = at === undefined ? undefined : subaccounts[at];
      const { id } = await post<{ id: string }>(baseURL, "/v1/orders", order.data, of?.id);
      return { ...order, id, name: `order ${index} of seed ${SEED}`, seller: of?.name ?? null };
    }),
  );
}

/** The certificate's JSON, once the registry has retired it all: its page and PDF stay the same. */
async function retired(baseURL: Base, { id, name }: Placed): Promise<Certificate> {
  const deadline = Date.now() + RETIRED_WITHIN_MS;
  for (;;) {
    const response = await fetch(`${baseURL}/certificates/${id}/json`);
    const certificate = (await response.json()) as Certificate;
    if (certificate.registry_status === "retired") return certificate;
    if (Date.now() > deadline) throw new Error(`${name} is still ${certificate.registry_status}`);
    await wait(100);
  }
}

/** Lists violations as texts: thousands of Playwright expectations would take minutes. */
type Faults = string[];

function notContained(text: string, parts: readonly string[]): Faults {
  const missing = parts.filter((part) => !text.includes(part));
  return missing.map((part) => `${part} is not in ${text}`);
}

function notAsOrdered({ data, seller }: Placed, certificate: Certificate): Faults {
  const given = data.beneficiary ?? { name: seller ?? certificate.seller.name };
  const { beneficiary, amount_kg, description } = certificate;
  const expected = {
    beneficiary: { message: null, url: null, ...given },
    amount_kg: data.amount_kg,
    description: data.description ?? null,
  };
  const isSame = isDeepStrictEqual({ beneficiary, amount_kg, description }, expected);
  return isSame ? [] : [`ordered ${JSON.stringify(expected)}`];
}

/** Checks that the kg of projects and of their ranges add up to the order. */
function wrongSums(certificate: Certificate): Faults {
  const sum = (list: { amount_kg: number }[]) => list.reduce((kg, it) => kg + it.amount_kg, 0);
  const parts = [
    { of: "the order", kg: certificate.amount_kg, sum: sum(certificate.projects) },
    ...certificate.projects.map(({ name, amount_kg: kg, retirements }) => ({
      of: name,
      kg,
      sum: sum(retirements),
    })),
  ];
  return parts.filter((it) => it.kg !== it.sum).map((it) => `a sum: ${JSON.stringify(it)}`);
}

/** Text as the PDF prints it: composed (NFC), without invisible characters and color selectors. */
function printable(text: string): string {
  return unspaced(
    text.normalize("NFC").replace(/\p{Cf}|\p{Variation_Selector}|\p{Emoji_Modifier}/gu, ""),
  );
}

/** Splits text with right-to-left words into the parts that the PDF prints in one piece. */
const WORD =
  /\p{Script=Arabic}[\p{Script=Arabic}\p{M}]*|[[\p{L}\p{M}]--\p{Script=Arabic}]+|\p{N}+/gv;

function comparable(text: string): string[] {
  return /\p{Script=Arabic}/u.test(text) ? (text.match(WORD) ?? []) : [text];
}

function notPrinted(certificate: Certificate, printed: { text: string; about: string }): Faults {
  const { amount_kg: totalKg, beneficiary, seller, description, projects } = certificate;
  const { name, message, url } = beneficiary;
  // A page's footer may split a text. These PDFs have fewer than ten pages, and what follows the
  // footer may begin with a digit.
  const foot = new RegExp(
    `${unspaced(certificate.certificate_public_url)}Revision.{1,60}?UTC·PoweredbyCarbonTillPage\\dof\\d`,
    "g",
  );
  const whole = printable(printed.text);
  const text = whole.replace(foot, "");
  const count = projects.length === 1 ? "1 project" : `${projects.length} projects`;
  const onBehalf = `${massOf(totalKg)} of CO₂e retired on behalf of`;
  const inText = [
    certificate.statement,
    `on behalf of ${name}`,
    `Issued by ${seller.name}`,
    ...(description === null ? [] : [`Note ${description}`]),
    message ?? "",
    url === null ? "" : addressOf(url),
  ];
  const parts = [
    `retirement ${onBehalf}`,
    `Order number ${certificate.order_number}`,
    `Amount ${amountOf(totalKg)} of CO₂e`,
    `Ordered ${momentOf(certificate.created_on)}`,
    `Allocated ${momentOf(certificate.retired_on)}`,
    count + kgOf(totalKg),
    ...inText.flatMap(comparable),
  ];
  const about = [onBehalf, certificate.order_number, dayOf(certificate.retired_on)];
  return [
    ...(whole === text ? ["no foot of a page"] : []),
    ...notContained(text, parts.map(printable)),
    ...notContained(printable(printed.about), about.map(unspaced)),
    ...projectsNotPrinted(certificate, text.slice(text.indexOf(unspaced(count)))),
  ];
}

/** Checks that each project's section has its own figures and no others. */
function projectsNotPrinted({ projects, amount_kg: totalKg }: Certificate, text: string): Faults {
  let end = text.indexOf(unspaced("Each serial number represents one tonne"));
  // From last to first: each section ends where the next begins.
  return projects.toReversed().flatMap((project) => {
    const { name, amount_kg: kg, methodology, registry_name, registry_id } = project;
    const start = text.lastIndexOf(unspaced(name + shareOf(kg, totalKg) + kgOf(kg)), end);
    if (start < 0) return [`${name} with ${kgOf(kg)} is not in its place in ${text}`];
    const part = text.slice(start, end);
    end = start;
    const rows = project.retirements.map(
      (it) =>
        `Vintage ${it.vintage_year}${it.serial_number_range}${recordedText(it)}${kgOf(it.amount_kg)}`,
    );
    const goals = project.un_sdg_goals.map((goal) => `${goal.number} ${goal.name}`);
    const about = [project.type, project.location_name, project.developer, methodology ?? ""];
    const parts = [...about, `${registry_name} ${registry_id}`, ...goals, ...rows];
    const amountsOf = (printed: string) => printed.match(/\dkg/g)?.length ?? 0;
    const expected = [kgOf(kg), ...rows].map(unspaced).map(amountsOf);
    const total = expected.reduce((sum, amounts) => sum + amounts, 0);
    return [
      ...notContained(part, parts.map(unspaced)),
      ...(amountsOf(part) === total ? [] : [`${amountsOf(part)} amounts in ${part}`]),
    ];
  });
}

/** Checks that the signature is valid for this document and for none of its forgeries. */
async function wronglySigned(certificate: Certificate, order: Placed, keys: Keys): Promise<Faults> {
  const { signature, ...facts } = certificate;
  const forgeries = tamperedCopies(facts);
  const tried = await Promise.all(
    order.forgeries.map(async (drawn) => {
      const forgery = { ...(forgeries[drawn % forgeries.length] as object), signature };
      return (await isGenuine(forgery, keys)) ? [`taken: ${JSON.stringify(forgery)}`] : [];
    }),
  );
  return [...((await isGenuine(certificate, keys)) ? [] : ["not genuine"]), ...tried.flat()];
}

interface Tonnes {
  first: number;
  last: number;
  kg: number;
}

/** Lists tonnes of one lot that are allocated more kg than they have. */
function overfull(lot: string, all: Tonnes[]): Faults {
  const firsts = [...new Set(all.map((it) => it.first))];
  return firsts.flatMap((first) => {
    let kg = 0;
    return all
      .filter((it) => it.first >= first)
      .toSorted((a, b) => a.last - b.last)
      .flatMap(({ last, kg: more }) => {
        kg += more;
        const isFull = kg > (last - first + 1) * 1000;
        return isFull ? [`${kg} kg in ${lot} from ${first} to ${last}`] : [];
      });
  });
}

/** Checks that no kg is on two certificates, and that each range names only tonnes it touches. */
function countedTwice(certificates: Certificate[]): Faults {
  const lots = new Map<string, Tonnes[]>();
  const faults: Faults = [];
  const projects = certificates.flatMap((it) => it.projects);
  for (const { serial_number_range: range, amount_kg: kg } of projects.flatMap(
    (it) => it.retirements,
  )) {
    const [, lot = "", first, last] = /^(.+)-(\d+)-(\d+)$/.exec(range) ?? [];
    const tonnes = { first: Number(first), last: Number(last), kg };
    const count = tonnes.last - tonnes.first + 1;
    if (!(kg <= count * 1000 && kg > (count - 2) * 1000)) faults.push(`${range}: ${kg} kg`);
    lots.set(lot, [...(lots.get(lot) ?? []), tonnes]);
  }
  if (lots.size < 10) faults.push(`only ${lots.size} lots`);
  return [...faults, ...[...lots].flatMap(([lot, all]) => overfull(lot, all))];
}

async function compare(baseURL: Base, browserPage: Page, order: Placed, keys: Keys) {
  const certificate = await retired(baseURL, order);
  const at = `${baseURL}/certificates/${order.id}`;
  const [html, pdf] = await Promise.all([
    fetch(at).then((response) => response.text()),
    fetch(`${at}/pdf`).then((response) => response.bytes()),
  ]);
  const faults = [
    ...notAsOrdered(order, certificate),
    ...wrongSums(certificate),
    ...notPrinted(certificate, await printedIn(pdf)),
    ...(await wronglySigned(certificate, order, keys)),
  ];
  expect(faults, order.name).toEqual([]);
  expect(await contentsOfPage(browserPage, html), order.name).toEqual(
    expectedContents(certificate),
  );
  return certificate;
}

/** Places `count` drawn orders and compares the three forms of each certificate. */
export async function expectAgreement(page: Page, baseURL: Base, count: number): Promise<void> {
  process.stdout.write(`The orders are drawn with CT_E2E_SEED=${SEED}\n`);
  const orders = await placeAll(baseURL, count);
  // The first certificate creates the signing key if there is no key yet.
  for (const first of orders.slice(0, 1)) await retired(baseURL, first);
  const keys = (await (await fetch(`${baseURL}/.well-known/jwks.json`)).json()) as Keys;
  const waiting = orders.values();
  const certificates: Certificate[] = [];
  // Each worker takes the next order when it has finished one.
  const compareAll = async () => {
    for (const order of waiting) certificates.push(await compare(baseURL, page, order, keys));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, compareAll));
  expect(certificates).toHaveLength(count);
  const several = certificates
    .flatMap((it) => it.projects)
    .filter((it) => it.retirements.length > 1);
  expect(several.length).toBeGreaterThan(1);
  expect(countedTwice(certificates)).toEqual([]);
}
