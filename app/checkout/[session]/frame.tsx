import type { ReactNode } from "react";
import type { Language } from "#core/language";
import type { CheckoutPage } from "#domain/checkout";
import { Notice } from "#ui/page-parts";
import { Languages, PoweredBy } from "#ui/public-parts";
import { copy } from "./copy/copy";
import { SellerDetails } from "./seller";

interface Props {
  /** Name of the state, for the script. */
  view: string;
  /** The script reloads the page while this is true. */
  renews?: boolean;
  language: Language;
  isTest?: boolean;
  header?: ReactNode;
  isWide?: boolean;
  seller?: CheckoutPage["sellerDetails"];
  children: ReactNode;
}

export function Frame(props: Props) {
  const { view, language } = props;
  const t = copy[language];
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
            {props.isTest && <Notice>{t.testNotice}</Notice>}
          </div>
          {props.children}
          {props.seller && <SellerDetails details={props.seller} language={language} t={t} />}
        </main>
        <footer className="mt-10 flex flex-wrap items-center justify-between gap-x-6 py-3 text-sm text-quiet sm:py-5">
          <Languages language={language} query={new URLSearchParams()} />
          <p className="py-2">
            <PoweredBy reader={{ language, isChosen: true }} />
          </p>
        </footer>
      </div>
      <p id="announcements" role="status" className="sr-only" />
    </>
  );
}
