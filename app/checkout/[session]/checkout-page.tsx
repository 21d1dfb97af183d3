import { findBrowserHash } from "#core/caller";
import { publicContext } from "#core/context";
import { countryCodes } from "#core/countries";
import { Problem } from "#core/errors";
import type { Language } from "#core/language";
import { formatMass } from "#core/mass";
import { mergeSources } from "#core/page-headers";
import { findTranslatedPortfolio, getPortfolio, toColoredPortfolio } from "#domain/catalogue";
import { type CheckoutPage, getCheckoutPage } from "#domain/checkout";
import { type Head, type PageRequest, type PageView, publicPage } from "#site/public-page";
import { activeForms, backOrderDayOf, type CheckoutData, canPay, faultsOf } from "./checkout-data";
import { createNonce, headersWith, languageFor } from "./checkout-headers";
import { copy } from "./copy/copy";
import { Frame } from "./frame";
import { BackIcon } from "./icons";
import { Paid } from "./paid";
import { Panel } from "./panel";
import { PayForm } from "./pay-form";
import { paidTitle } from "./refund";
import { Blocked, Checking, Confirm, NoMoreAttempts, Over, Processing } from "./states";
import { Summary } from "./summary";

const SCRIPTS = ["/checkout.js"];

type LoadResult =
  | { page: CheckoutPage; portfolio: CheckoutData["portfolio"] }
  | "unknown"
  | "unavailable";

/** The country that the form shows the tax of; the script requests it. */
function previewOf(query: URLSearchParams) {
  const country = query.get("country") ?? "";
  if (!countryCodes.has(country)) return null;
  const isBusiness = query.get("buyer") === "business";
  const company = { name: null, address: null, vatId: query.get("vat_id") };
  return { country, isBusiness, company };
}

async function load(request: PageRequest): Promise<LoadResult> {
  const ctx = publicContext();
  const { params, query, header } = request;
  try {
    const browserHash = findBrowserHash(header("cookie"));
    const id = params["session"] ?? "";
    const page = await getCheckoutPage(ctx, { id, browserHash, preview: previewOf(query) });
    const { account, portfolioId } = page;
    const row = await getPortfolio({ ...ctx, account }, { id: portfolioId, orArchived: true });
    const portfolio = await findTranslatedPortfolio(ctx, {
      mode: account.mode,
      language: languageFor(request),
      portfolio: toColoredPortfolio(row, account.currency),
    });
    return { page, portfolio };
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return "unknown";
    ctx.log.error({ event: "checkout.page_failed", err: error }, "checkout page failed");
    return "unavailable";
  }
}

/** Title of the page's state; null for the form. */
function titleOf(checkout: CheckoutData): string | null {
  const { page, t } = checkout;
  if (page.view === "open") return null;
  return page.view === "paid" ? paidTitle(checkout) : t[page.view].title;
}

function headOf(checkout: CheckoutData): Head {
  const { page, t, language } = checkout;
  const shop = page.seller.name;
  const what = `${formatMass(page.amountKg, language)} CO₂e`;
  const title = titleOf(checkout) ?? what;
  const description = t.summary.description(shop);
  const { accent } = page.seller;
  return { title: `${title} · ${shop}`, isWholeTitle: true, description, language, accent };
}

/** Returns whether the state can change soon without the customer's action. */
function isPassing(page: CheckoutPage): boolean {
  const { view, order, withdrawal, forms, instructions, dispute } = page;
  const isLongWait = order?.isWaiting === true || withdrawal?.isCoolingOff === true;
  // An order can wait for credits or for the bank for days.
  if (view === "paid") return dispute === null && order?.isFulfilled !== true && !isLongWait;
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
  const backOrderDay = backOrderDayOf(checkout);
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_27rem] lg:gap-16">
      <Summary checkout={checkout} />
      <div className="h-fit rounded-2xl border border-line bg-paper px-4 py-6 shadow-sheet max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0 max-sm:shadow-none sm:p-8">
        {checkout.page.forms.every(({ form }) => form === "token") && (
          <noscript>
            <p className="mb-4 font-medium">{checkout.t.form.needsScript}</p>
          </noscript>
        )}
        {backOrderDay !== null && (
          <p className="mb-6 font-medium">
            {checkout.t.backOrder(checkout.page.seller.name, backOrderDay)}
          </p>
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
        seller={page.sellerDetails}
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
