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
import { BackIcon } from "./icons";
import { Panel } from "./panel";
import { PayForm } from "./pay-form";
import { activeForms, canPay, faultsOf, type Shown } from "./shown";
import { Blocked, Checking, Confirm, NoMoreAttempts, Over, Paid, Processing } from "./states";
import { Summary } from "./summary";
import { texts } from "./texts/texts";

interface Props {
  /** What the script is to know this state by. */
  view: string;
  /** Whether the page changes without anybody's doing: it is read again until it does not. */
  renews?: boolean;
  language: Language;
  isTest?: boolean;
  header?: ReactNode;
  /** Room for the form beside what is bought. */
  isWide?: boolean;
  children: ReactNode;
}

function Languages({ language }: { language: Language }) {
  return (
    <nav aria-label={texts[language].languages}>
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
              {texts[one].name}
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
            {props.isTest && <Notice>{texts[language].testNotice}</Notice>}
          </div>
          {props.children}
        </main>
        <footer className="mt-10 flex flex-wrap items-center justify-between gap-x-6 py-3 text-sm text-quiet sm:py-5">
          <Languages language={language} />
          <p className="py-2">Carbon Till</p>
        </footer>
      </div>
      <p id="told" role="status" className="sr-only" />
    </>
  );
}

const SCRIPTS = ["/checkout.js"];

const createNonce = () => randomBytes(16).toString("base64");

/** What the address names: a session, nothing, or what could not be read just now. */
type Found = { page: CheckoutPage; portfolio: Shown["portfolio"] } | "unknown" | "unavailable";

async function find({ params, header }: PageRequest): Promise<Found> {
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

/** The reader's own choice, or what their browser asks for. */
function languageFor({ query, header }: PageRequest): Language {
  return languageOf(query.get("lang")) ?? bestLanguage(header("accept-language"));
}

function headOf({ page, t, language }: Shown): Head {
  const shop = page.seller.name;
  const what = `${formatMass(page.amountKg, language)} CO₂e`;
  const title = page.view === "open" ? what : t[page.view].title;
  const description = t.summary.description(shop);
  return { title: `${title} · ${shop}`, isWholeTitle: true, description, language };
}

/** Whether the page will say something else soon, without anybody's doing here. */
function isPassing({ view, order, forms, instructions }: CheckoutPage): boolean {
  // What waits for credits may wait for days.
  if (view === "paid") return order?.isFulfilled !== true && order?.isWaiting !== true;
  // Without its secret, the provider did not answer, or the customer came back from the bank.
  if (view === "confirm") return forms[0]?.form === "token" && forms[0].clientSecret === null;
  // A transfer may take days.
  if (instructions !== null) return false;
  return view === "checking" || view === "processing";
}

const gone = ["failed", "cancelled", "expired"];

/** Search engines may know a page that can be paid as long as it can, and no other. */
function robotsFor({ view, expiresAt }: CheckoutPage): string {
  if (view !== "open") return "noindex";
  return `unavailable_after: ${expiresAt.toISOString()}, nosnippet, noarchive`;
}

interface Guard {
  nonce: string;
  robots: string;
  /** What the payment provider needs of other hosts. */
  outside: OutsideSources | null;
}

/** The headers of a page whose address alone lets its holder pay, and see what was paid. */
function headersWith({ nonce, robots, outside }: Guard): Record<string, string> {
  const dev = env.NODE_ENV === "development";
  return {
    "content-security-policy": contentSecurityPolicy(nonce, { dev, outside }),
    "permissions-policy": permissionsPolicy(outside),
    "referrer-policy": "strict-origin",
    // A merchant may open the page in a window of its own, and wait for its end.
    "cross-origin-opener-policy": "unsafe-none",
    "cache-control": "private, no-store",
    vary: "Accept-Encoding, Accept-Language",
    "x-robots-tag": robots,
  };
}

function State({ shown }: { shown: Shown }) {
  const { view, blocker } = shown.page;
  if (blocker !== null) return <Blocked shown={shown} blocker={blocker} />;
  switch (view) {
    case "confirm":
      return <Confirm shown={shown} />;
    case "checking":
      return <Checking shown={shown} />;
    case "processing":
      return <Processing shown={shown} />;
    case "paid":
      return <Paid shown={shown} />;
    case "failed":
    case "cancelled":
    case "expired":
      return <Over shown={shown} view={view} />;
    default:
      return <NoMoreAttempts shown={shown} />;
  }
}

function Open({ shown }: { shown: Shown }) {
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_27rem] lg:gap-16">
      <Summary shown={shown} />
      <div className="h-fit rounded-2xl border border-line bg-paper px-4 py-6 shadow-sheet max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0 max-sm:shadow-none sm:p-8">
        {shown.page.forms.every(({ form }) => form === "token") && (
          <noscript>
            <p className="mb-4 font-medium">{shown.t.form.needsScript}</p>
          </noscript>
        )}
        <PayForm shown={shown} />
      </div>
    </div>
  );
}

function Back({ shown }: { shown: Shown }) {
  const { page, t } = shown;
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

/** Where no session can be shown: there is none, or it cannot be read just now. */
function messageView(found: "unknown" | "unavailable", language: Language): PageView {
  const t = texts[language];
  const { title, text } = t[found];
  const nonce = createNonce();
  return {
    status: found === "unknown" ? 404 : 503,
    head: { title, isWholeTitle: true, language },
    scripts: SCRIPTS,
    nonce,
    headers: headersWith({ nonce, robots: "noindex", outside: null }),
    body: (
      <Frame view={found} language={language} renews={found === "unavailable"}>
        <Panel kind="over" title={title} texts={[text]}>
          {found === "unavailable" && (
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

function sessionView(shown: Shown): PageView {
  const { page, language } = shown;
  const nonce = createNonce();
  const forms = activeForms(page);
  const outside = mergeSources(forms.flatMap((form) => form.outside ?? []));
  return {
    status: gone.includes(page.view) ? 410 : 200,
    head: headOf(shown),
    scripts: [...forms.flatMap((form) => form.scripts), ...SCRIPTS],
    nonce,
    headers: headersWith({ nonce, robots: robotsFor(page), outside }),
    body: (
      <Frame
        view={page.blocker ?? page.view}
        renews={isPassing(page)}
        language={language}
        isTest={page.account.mode === "test"}
        header={page.view === "paid" ? null : <Back shown={shown} />}
        isWide={canPay(shown)}
      >
        {canPay(shown) ? <Open shown={shown} /> : <State shown={shown} />}
      </Frame>
    ),
  };
}

export const checkoutPage = publicPage({
  path: "/checkout/{session}",
  load: find,
  render(found, request) {
    const language = languageFor(request);
    if (typeof found === "string") return messageView(found, language);
    const faults = found.page.view === "open" ? faultsOf(request.query.getAll("fault")) : [];
    return sessionView({ ...found, language, t: texts[language], faults });
  },
});
