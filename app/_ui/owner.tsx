import type { Language } from "#core/language";
import type { Brand } from "#domain/brands";
import { uiCopy } from "./copy";
import { Logo } from "./logo";

function nameSize(name: string): string {
  if (name.length > 160) return "text-base/snug";
  return name.length > 50 ? "text-lg/snug" : "text-xl/snug sm:text-2xl/snug";
}

/** Logo and name of the page's owner, with a link to their website. */
export function Owner({ brand, language }: { brand: Brand; language: Language }) {
  const { name, accountName, logoUrl, darkLogoUrl, websiteUrl } = brand;
  return (
    <div className="flex min-w-0 items-center gap-4">
      <Logo name={name} logoUrl={logoUrl} darkLogoUrl={darkLogoUrl} variant="page" />
      <p className={`min-w-0 font-semibold tracking-tight text-balance ${nameSize(name)}`}>
        {websiteUrl === null ? (
          name
        ) : (
          <a href={websiteUrl} rel="noopener" className="hover:underline">
            {name}
          </a>
        )}
        {accountName !== null && (
          <span className="block text-sm font-normal tracking-normal text-quiet">
            {uiCopy[language].owner.by(accountName)}
          </span>
        )}
      </p>
    </div>
  );
}

function linksOf({ websiteUrl, imprintUrl, termsUrl, privacyUrl }: Brand, language: Language) {
  const { owner } = uiCopy[language];
  return [
    { label: owner.website, url: websiteUrl },
    { label: owner.imprint, url: imprintUrl },
    { label: owner.terms, url: termsUrl },
    { label: owner.privacy, url: privacyUrl },
  ].flatMap(({ label, url }) => (url === null ? [] : [{ label, url }]));
}

/** The owner's own pages, in the footer. */
export function OwnerLinks({ brand, language }: { brand: Brand; language: Language }) {
  const links = linksOf(brand, language);
  if (links.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-5 text-sm print:hidden">
      {links.map(({ label, url }) => (
        <li key={label}>
          <a href={url} rel="noopener" className="link inline-flex min-h-6 items-center">
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
