import type { Assets } from "./assets";
import type { Head, PageView } from "./public-page";

const SITE = "Carbon Till";

/** Texts inside a page. */
export interface Inside {
  css: string;
  /** By address of the file; the page links to scripts that are missing here. */
  scripts: ReadonlyMap<string, string>;
}

interface Props {
  view: PageView;
  assets: Assets;
  /** Null: the page links to files only. */
  inside: Inside | null;
}

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

function Styles({ inside, assets }: Props) {
  if (inside === null) return <link rel="stylesheet" href={assets.stylesheet} />;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: from the build and a checked color.
  return <style dangerouslySetInnerHTML={{ __html: inside.css }} />;
}

function Script({ src, view, inside }: Props & { src: string }) {
  const { nonce } = view;
  const text = inside?.scripts.get(src);
  if (text === undefined) return <script src={src} defer nonce={nonce} />;
  // A module runs when the page is parsed, in its order among the deferred scripts.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of the folder `public`.
  return <script type="module" nonce={nonce} dangerouslySetInnerHTML={{ __html: text }} />;
}

function HeadTags(props: Props) {
  const { view, assets } = props;
  const { head } = view;
  const { title, isWholeTitle, description, isIndexed, canonical } = head;
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <Styles {...props} />
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

function Document(props: Props) {
  const { head, body, scripts = [] } = props.view;
  return (
    <html lang={head.language ?? "en"}>
      {/* biome-ignore lint/style/noHeadElement: Next has no part in this page. */}
      <head>
        <HeadTags {...props} />
        {scripts.map((src) => (
          <Script key={src} src={src} {...props} />
        ))}
      </head>
      <body>{body}</body>
    </html>
  );
}

// Next does not bundle react-dom/server for route handlers, so it is imported at run time.
const server = import(/* turbopackIgnore: true */ "react-dom/server");

export async function renderDocument(props: Props): Promise<string> {
  const { renderToStaticMarkup } = await server;
  return `<!DOCTYPE html>${renderToStaticMarkup(<Document {...props} />)}`;
}
