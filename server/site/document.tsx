import { accentPath } from "#core/accent";
import type { Assets } from "./assets";
import type { Head, PageView } from "./public-page";

const SITE = "Carbon Till";

function Shared({ head }: { head: Head }) {
  const { title, description, share } = head;
  if (!share) return null;
  const { url, picture } = share;
  return (
    <>
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:site_name" content={SITE} />
      {picture && (
        <>
          <meta property="og:image" content={picture.url} />
          <meta property="og:image:width" content={`${picture.width}`} />
          <meta property="og:image:height" content={`${picture.height}`} />
          <meta property="og:image:alt" content={picture.alt} />
        </>
      )}
      <meta property="og:type" content="website" />
      <meta name="twitter:card" content={picture ? "summary_large_image" : "summary"} />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      {picture && (
        <>
          <meta name="twitter:image" content={picture.url} />
          <meta name="twitter:image:width" content={`${picture.width}`} />
          <meta name="twitter:image:height" content={`${picture.height}`} />
          <meta name="twitter:image:alt" content={picture.alt} />
        </>
      )}
    </>
  );
}

function HeadTags({ head, assets }: { head: Head; assets: Assets }) {
  const { title, isWholeTitle, description, isIndexed, canonical, accent } = head;
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <link rel="stylesheet" href={assets.stylesheet} />
      {accent && <link rel="stylesheet" href={accentPath(accent)} />}
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f3f5f2" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0c110f" />
      <title>{isWholeTitle ? title : `${title} · ${SITE}`}</title>
      {description !== undefined && <meta name="description" content={description} />}
      <meta name="application-name" content={SITE} />
      {isIndexed !== undefined && <meta name="robots" content={isIndexed ? "index" : "noindex"} />}
      {canonical !== undefined && <link rel="canonical" href={canonical} />}
      {head.alternates?.map(({ language, url }) => (
        <link key={language} rel="alternate" hrefLang={language} href={url} />
      ))}
      <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
      <Shared head={head} />
      <link rel="icon" href={assets.icon} type="image/svg+xml" />
    </>
  );
}

interface Props {
  view: PageView;
  assets: Assets;
}

function Document({ view, assets }: Props) {
  const { head, body, scripts = [], nonce } = view;
  return (
    <html lang={head.language ?? "en"}>
      {/* biome-ignore lint/style/noHeadElement: Next has no part in this page. */}
      <head>
        <HeadTags head={head} assets={assets} />
        {scripts.map((src) => (
          <script key={src} src={src} defer nonce={nonce} />
        ))}
      </head>
      <body>{body}</body>
    </html>
  );
}

// Next does not bundle react-dom/server for route handlers, so it is imported at run time.
const server = import(/* turbopackIgnore: true */ "react-dom/server");

export async function renderDocument(view: PageView, assets: Assets): Promise<string> {
  const { renderToStaticMarkup } = await server;
  return `<!DOCTYPE html>${renderToStaticMarkup(<Document view={view} assets={assets} />)}`;
}
