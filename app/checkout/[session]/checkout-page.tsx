import { randomBytes } from "node:crypto";
import type { ReactNode } from "react";
import { findBrowserHash } from "#core/caller";
import { publicContext } from "#core/context";
import { env } from "#core/env";
import { Problem } from "#core/errors";
import { bestLanguage, type Language, languageOf, languages } from "#core/language";
import { formatMass } from "#core/mass";
import {
  contentSecurityPolicy,
  mergeSources,
  type OutsideSources,
  permissionsPolicy,
} from "#core/page-headers";
import { getPortfolio, toPortfolioDetailResource } from "#domain/catalogue";
import { type CheckoutPage, getCheckoutPage } from "#domain/checkout";
import { type Head, type PageRequest, type PageView, publicPage } from "#site/public-page";
import { Notice } from "#ui/page-parts";
import { activeForms, type CheckoutData, canPay, faultsOf } from "./checkout-data";
import { copy } from "./copy/copy";
import { BackIcon } from "./icons";
import { Panel } from "./panel";
import { PayForm } from "./pay-form";
import { Blocked, Checking, Confirm, NoMoreAttempts, Over, Paid, Processing } from "./states";
import { Summary } from "./summary";

interface Props {
  /** Name of the state, for the script. */
  view: string;
  /** The script reloads the page while this is true. */
  renews?: boolean;
  language: Language;
  isTest?: boolean;
  header?: ReactNode;
  isWide?: boolean;
  children: ReactNode;
}

function Languages({ language }: { language: Language }) {
  return (
    <nav aria-label={copy[language].languages}>
      <ul className="-mx-2 flex flex-wrap">
        {languages.map((one) => (
          <li key={one}>
            <a
              href={`?lang=${one}`}
              lang={one}
              hrefLang={one}
              aria-current={one === language ? "true" : undefined}
              className="inline-flex min-h-11 items-center rounded-lg px-2 text-quiet hover:text-ink aria-[current]:font-medium aria-[current]:text-ink"
            >
              {copy[one].name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Frame(props: Props) {
  const { view, language } = props;
  return (
    <>
      <div
        data-view={view}
        data-renews={props.renews ? "" : undefined}
        className={`mx-auto flex min-h-dvh w-full flex-col px-4 sm:px-8 ${props.isWide ? "max-w-5xl" : "max-w-xl sm:max-w-160"}`}
      >
        <main className="grow">
          <div className="mb-3 flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2.5 sm:mb-0 sm:min-h-20">
            {props.header}
            {props.isTest && <Notice>{copy[language].testNotice}</Notice>}
          </div>
          {props.children}
        </main>
        <footer className="mt-10 flex flex-wrap items-center justify-between gap-x-6 py-3 text-sm text-quiet sm:py-5">
          <Languages language={language} />
          <p className="py-2">Carbon Till</p>
        </footer>
      </div>
      <p id="announcements" role="status" className="sr-only" />
    </>
  );
}

const SCRIPTS = ["/checkout.js"];

const createNonce = () => randomBytes(16).toString("base64");

type LoadResult =
  | { page: CheckoutPage; portfolio: CheckoutData["portfolio"] }
  | "unknown"
  | "unavailable";

async function load({ params, header }: PageRequest): Promise<LoadResult> {
  const ctx = publicContext();
  try {
    const browserHash = findBrowserHash(header("cookie"));
    const page = await getCheckoutPage(ctx, { id: params["session"] ?? "", browserHash });
    const { account, portfolioId } = page;
    const row = await getPortfolio({ ...ctx, account }, { id: portfolioId, orArchived: true });
    return { page, portfolio: toPortfolioDetailResource(row) };
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return "unknown";
    ctx.log.error({ event: "checkout.page_failed", err: error }, "checkout page failed");
    return "unavailable";
  }
}

/** Prefers the language that the visitor chose over that of the browser. */
function languageFor({ query, header }: PageRequest): Language {
  return languageOf(query.get("lang")) ?? bestLanguage(header("accept-language"));
}

function headOf({ page, t, language }: CheckoutData): Head {
  const shop = page.seller.name;
  const what = `${formatMass(page.amountKg, language)} CO₂e`;
  const title = page.view === "open" ? what : t[page.view].title;
  const description = t.summary.description(shop);
  return { title: `${title} · ${shop}`, isWholeTitle: true, description, language };
}

/** Returns whether the state can change soon without the customer's action. */
function isPassing({ view, order, forms, instructions }: CheckoutPage): boolean {
  // An order can wait for credits for days.
  if (view === "paid") return order?.isFulfilled !== true && order?.isWaiting !== true;
  // The secret is missing if the provider did not respond or the customer returned from the bank.
  if (view === "confirm") return forms[0]?.form === "token" && forms[0].clientSecret === null;
  // A transfer may take days.
  if (instructions !== null) return false;
  return view === "checking" || view === "processing";
}

const gone = ["failed", "cancelled", "expired"];

/** Only sessions that can still be paid may be indexed, until they expire. */
function robotsFor({ view, expiresAt }: CheckoutPage): string {
  if (view !== "open") return "noindex";
  return `unavailable_after: ${expiresAt.toISOString()}, nosnippet, noarchive`;
}

interface Guard {
  nonce: string;
  robots: string;
  /** Sources on other hosts that the payment providers need. */
  outside: OutsideSources | null;
}

/** Strict headers: anyone with the page's address can pay and see the order. */
function headersWith({ nonce, robots, outside }: Guard): Record<string, string> {
  const dev = env.NODE_ENV === "development";
  return {
    "content-security-policy": contentSecurityPolicy(nonce, { dev, outside }),
    "permissions-policy": permissionsPolicy(outside),
    "referrer-policy": "strict-origin",
    // Shops may open the page in a popup and watch it.
    "cross-origin-opener-policy": "unsafe-none",
    "cache-control": "private, no-store",
    vary: "Accept-Encoding, Accept-Language",
    "x-robots-tag": robots,
  };
}

function State({ checkout }: { checkout: CheckoutData }) {
  const { view, blocker } = checkout.page;
  if (blocker !== null) return <Blocked checkout={checkout} blocker={blocker} />;
  switch (view) {
    case "confirm":
      return <Confirm checkout={checkout} />;
    case "checking":
      return <Checking checkout={checkout} />;
    case "processing":
      return <Processing checkout={checkout} />;
    case "paid":
      return <Paid checkout={checkout} />;
    case "failed":
    case "cancelled":
    case "expired":
      return <Over checkout={checkout} view={view} />;
    default:
      return <NoMoreAttempts checkout={checkout} />;
  }
}

function Open({ checkout }: { checkout: CheckoutData }) {
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_27rem] lg:gap-16">
      <Summary checkout={checkout} />
      <div className="h-fit rounded-2xl border border-line bg-paper px-4 py-6 shadow-sheet max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0 max-sm:shadow-none sm:p-8">
        {checkout.page.forms.every(({ form }) => form === "token") && (
          <noscript>
            <p className="mb-4 font-medium">{checkout.t.form.needsScript}</p>
          </noscript>
        )}
        <PayForm checkout={checkout} />
      </div>
    </div>
  );
}

function Back({ checkout }: { checkout: CheckoutData }) {
  const { page, t } = checkout;
  return (
    <a
      href={page.cancelUrl}
      className="-ml-1 inline-flex min-h-11 min-w-0 items-center gap-1.5 rounded-lg pr-2 text-[0.9375rem] text-quiet hover:text-ink"
    >
      <BackIcon />
      <span className="line-clamp-2">{t.back(page.seller.name)}</span>
    </a>
  );
}

/** Page for a missing session or a failed read. */
function messageView(reason: "unknown" | "unavailable", language: Language): PageView {
  const t = copy[language];
  const { title, text } = t[reason];
  const nonce = createNonce();
  return {
    status: reason === "unknown" ? 404 : 503,
    head: { title, isWholeTitle: true, language },
    scripts: SCRIPTS,
    nonce,
    headers: headersWith({ nonce, robots: "noindex", outside: null }),
    body: (
      <Frame view={reason} language={language} renews={reason === "unavailable"}>
        <Panel kind="over" title={title} paragraphs={[text]}>
          {reason === "unavailable" && (
            <p className="mt-6">
              <a href={`?lang=${language}`} className="link">
                {t.unavailable.again}
              </a>
            </p>
          )}
        </Panel>
      </Frame>
    ),
  };
}

function sessionView(checkout: CheckoutData): PageView {
  const { page, language } = checkout;
  const nonce = createNonce();
  const forms = activeForms(page);
  const outside = mergeSources(forms.flatMap((form) => form.outside ?? []));
  return {
    status: gone.includes(page.view) ? 410 : 200,
    head: headOf(checkout),
    scripts: [...forms.flatMap((form) => form.scripts), ...SCRIPTS],
    nonce,
    headers: headersWith({ nonce, robots: robotsFor(page), outside }),
    body: (
      <Frame
        view={page.blocker ?? page.view}
        renews={isPassing(page)}
        language={language}
        isTest={page.account.mode === "test"}
        header={page.view === "paid" ? null : <Back checkout={checkout} />}
        isWide={canPay(checkout)}
      >
        {canPay(checkout) ? <Open checkout={checkout} /> : <State checkout={checkout} />}
      </Frame>
    ),
  };
}

export const checkoutPage = publicPage({
  path: "/checkout/{session}",
  load,
  render(result, request) {
    const language = languageFor(request);
    if (typeof result === "string") return messageView(result, language);
    const faults = result.page.view === "open" ? faultsOf(request.query.getAll("fault")) : [];
    return sessionView({ ...result, language, t: copy[language], faults });
  },
});
