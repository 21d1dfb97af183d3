// The hosted page on which a stranger pays, once: what is bought, the form, and what became of it.
import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache } from "react";
import { findBrowserHash } from "#core/browser-key";
import { Problem } from "#core/errors";
import { type Language, languageOf } from "#core/language";
import { formatMass } from "#core/mass";
import { answerHeader, answerStatus, answerWithOutside } from "#core/page-answer";
import { LANGUAGE_HEADER } from "#core/page-headers";
import { publicContext } from "#core/public-door";
import { getPortfolio, toPortfolioDetailResource } from "#domain/catalogue";
import { type CheckoutPage, getCheckoutPage } from "#domain/checkout";
import { idIn } from "#ui/id-in";
import { Confirm } from "./confirm-form";
import { Frame } from "./frame";
import { BackIcon } from "./icons";
import { Paid } from "./paid";
import { Panel } from "./panel";
import { PayForm } from "./pay-form";
import { activeForm, canPay, faultsOf, type Shown } from "./shown";
import { Blocked, Checking, NoMoreAttempts, Over, Processing } from "./states";
import { Summary } from "./summary";
import { texts } from "./texts/texts";

interface Props {
  params: Promise<{ session: string }>;
  searchParams: Promise<{ fault?: string | string[] }>;
}

/** What the address names: a session, nothing, or what could not be read just now. */
type Found = { page: CheckoutPage; portfolio: Shown["portfolio"] } | "unknown" | "unavailable";

/** Read once for the page and its metadata. */
const load = cache(async (id: string): Promise<Found> => {
  const ctx = publicContext();
  try {
    const browserHash = findBrowserHash((await headers()).get("cookie"));
    const page = await getCheckoutPage(ctx, { id, browserHash });
    const { account, portfolioId } = page;
    const row = await getPortfolio({ ...ctx, account }, { id: portfolioId, orArchived: true });
    return { page, portfolio: toPortfolioDetailResource(row) };
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return "unknown";
    ctx.log.error({ event: "checkout.page_failed", err: error }, "checkout page failed");
    return "unavailable";
  }
});

/** The reader's language, as the server in front chose it; null where the page is not behind it. */
async function readerOf(): Promise<{ language: Language | null; nonce: string | undefined }> {
  const all = await headers();
  return { language: languageOf(all.get(LANGUAGE_HEADER)), nonce: all.get("x-nonce") ?? undefined };
}

async function read({ params }: Props): Promise<Found> {
  const { language } = await readerOf();
  return language === null ? "unknown" : load(idIn((await params).session));
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const language = (await readerOf()).language ?? "en";
  const t = texts[language];
  const found = await read(props);
  if (typeof found === "string") return { title: { absolute: t[found].title } };
  const { page } = found;
  const shop = page.seller.name;
  const what = `${formatMass(page.amountKg, language)} CO₂e`;
  const title = page.view === "open" ? what : t[page.view].title;
  return { title: { absolute: `${title} · ${shop}` }, description: t.summary.description(shop) };
}

/** Whether the page will say something else soon, without anybody's doing here. */
function isPassing({ view, order, form }: CheckoutPage): boolean {
  // What waits for credits may wait for days.
  if (view === "paid") return order?.isFulfilled !== true && order?.isWaiting !== true;
  // Without its secret, the provider did not answer, or the customer came back from the bank.
  if (view === "confirm") return form?.form === "token" && form.clientSecret === null;
  return view === "checking" || view === "processing";
}

const gone = ["failed", "cancelled", "expired"];

/** Search engines may know a page that can be paid as long as it can, and no other. */
function answerOf({ page }: Shown): void {
  if (gone.includes(page.view)) answerStatus(410);
  const until = page.expiresAt.toISOString();
  const robots =
    page.view === "open" ? `unavailable_after: ${until}, nosnippet, noarchive` : "noindex";
  answerHeader("X-Robots-Tag", robots);
  const { outside = null } = activeForm(page) ?? {};
  if (outside !== null) answerWithOutside(outside);
}

function State({ shown }: { shown: Shown }) {
  const { view, obstacle } = shown.page;
  if (obstacle !== null) return <Blocked shown={shown} obstacle={obstacle} />;
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
        {shown.page.form?.form === "token" && (
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

export default async function CheckoutSessionPage(props: Props) {
  const { language: chosen, nonce } = await readerOf();
  const found = await read(props);
  const language = chosen ?? "en";
  const t = texts[language];
  if (typeof found === "string") {
    answerStatus(found === "unknown" ? 404 : 503);
    answerHeader("X-Robots-Tag", "noindex");
    const { title, text } = t[found];
    return (
      <Frame view={found} language={language} nonce={nonce} renews={found === "unavailable"}>
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
    );
  }
  const { page } = found;
  const faults = page.view === "open" ? faultsOf((await props.searchParams).fault) : [];
  const shown: Shown = { ...found, language, t, faults };
  answerOf(shown);
  return (
    <Frame
      view={page.obstacle ?? page.view}
      renews={isPassing(page)}
      language={language}
      nonce={nonce}
      isTest={page.account.mode === "test"}
      scripts={activeForm(page)?.scripts ?? []}
      header={page.view === "paid" ? null : <Back shown={shown} />}
      isWide={canPay(shown)}
    >
      {canPay(shown) ? <Open shown={shown} /> : <State shown={shown} />}
    </Frame>
  );
}
