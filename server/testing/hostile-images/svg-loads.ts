// SVGs that load something: over the network, from disk, or by means of XML.
import { type Canary, type HostileImage, MARK, svg, svgDocument } from "./sample";

/** Ways in which an SVG refers to another file, given its URL. */
const ways: Record<string, (url: string) => string> = {
  "a use": (url) => `<use href="${url}#a" width="100" height="100"/>`,
  "a use by xlink": (url) => `<use xlink:href="${url}"/>`,
  "an image of a filter": (url) =>
    `<filter id="f"><feImage href="${url}"/></filter><rect width="100" height="100" filter="url(#f)"/>`,
  "a gradient's template": (url) =>
    `<linearGradient id="g" xlink:href="${url}#g"/><rect width="99" height="99" fill="url(#g)"/>`,
  "a pattern's template": (url) => `<pattern id="p" href="${url}#p"/>`,
  "a fill": (url) => `<rect width="100" height="100" fill="url(${url}#p)"/>`,
  "a mask": (url) => `<rect width="100" height="100" mask="url(${url}#m)"/>`,
  "a clip path": (url) => `<rect width="100" height="100" clip-path="url(${url}#c)"/>`,
  "a filter": (url) => `<rect width="100" height="100" filter="url(${url}#f)"/>`,
  "a marker": (url) => `<path d="M0 0h9v9" marker-end="url(${url}#m)"/>`,
  "an inline style": (url) => `<rect width="100" height="100" style="fill:url(${url}#x)"/>`,
  "a style sheet": (url) => `<style>rect{fill:url("${url}#x")}</style><rect width="9" height="9"/>`,
  "an import": (url) => `<style>@import url("${url}");</style>`,
  "an import in CDATA": (url) => `<style><![CDATA[@import "${url}";]]></style>`,
  "an import in an escape": (url) => `<style>@\\69mport url(${url});</style>`,
  "a font": (url) => `<style>@font-face{font-family:f;src:url(${url})}text{font-family:f}</style>`,
  "a text on a path": (url) => `<text><textPath href="${url}#p">${MARK}</textPath></text>`,
  "a color profile": (url) => `<color-profile name="c" xlink:href="${url}"/>`,
  "a style sheet by link": (url) =>
    `<link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="${url}"/>`,
  "an inclusion": (url) => `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${url}"/>`,
};

/** The same, hidden from the check, so that only the decoder's process stands in the way. */
const hiddenWays: typeof ways = {
  "a url in an escape": (url) => `<style>rect{fill:\\75\\72\\6c(${url})}</style>`,
  "a url in an escaped attribute": (url) =>
    `<rect width="9" height="9" style="fill:u\\72l(${url})"/>`,
  "a url split by a comment": (url) => `<style>rect{fill:u/**/rl(${url})}</style>`,
};

function declared(doctype: string, content = ""): string {
  return `<?xml version="1.0"?><!DOCTYPE svg ${doctype}>${svgDocument(content)}`;
}

function byXml({ httpUrl, markerUrl }: Canary): HostileImage[] {
  const laughs = Array.from(
    { length: 9 },
    (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
  );
  const long = "x".repeat(60_000);
  const text = (entity: string) => `<text y="50">&${entity};</text>`;
  const processing = `<?xml-stylesheet href="${httpUrl}/${MARK}.css" type="text/css"?>`;
  return [
    svg("drawn", "a definition elsewhere", declared(`SYSTEM "${httpUrl}/${MARK}.dtd"`)),
    svg(
      "drawn",
      "a public definition",
      declared(`PUBLIC "-//W3C//DTD SVG 1.1//EN" "${httpUrl}/x.dtd"`),
    ),
    svg(
      "refused",
      "a definition of attributes",
      declared(`[<!ATTLIST svg onload CDATA "alert(1)">]`),
    ),
    svg(
      "refused",
      "an entity elsewhere",
      declared(`[<!ENTITY e SYSTEM "${httpUrl}/${MARK}">]`, text("e")),
    ),
    svg("refused", "an entity on disk", declared(`[<!ENTITY e SYSTEM "${markerUrl}">]`, text("e"))),
    svg(
      "refused",
      "an entity of parameters",
      declared(`[<!ENTITY % p SYSTEM "${httpUrl}/p"> %p;]`),
    ),
    svg(
      "refused",
      "a billion laughs",
      declared(`[<!ENTITY l0 "ha">${laughs.join("")}]`, text("l9")),
    ),
    svg(
      "refused",
      "a long entity, often",
      declared(`[<!ENTITY e "${long}">]`, text("e").repeat(10_000)),
    ),
    svg("refused", "an entity with markup", declared('[<!ENTITY e "<script/>">]', "&e;")),
    svg(
      "refused",
      "an entity in UTF-16",
      Buffer.from(`\uFEFF${declared('[<!ENTITY e "x">]')}`, "utf16le"),
    ),
    svg("refused", "a processing instruction", `${processing}${svgDocument("")}`),
  ];
}

export function svgLoads(canary: Canary): HostileImage[] {
  const { httpUrl, tcpUrl, markerFile, markerUrl } = canary;
  const each = (outcome: HostileImage["outcome"], all: typeof ways) =>
    Object.entries(all).map(([name, way]) =>
      svg(outcome, name, svgDocument(way(`${httpUrl}/${MARK}.svg`) + way(markerUrl))),
    );
  const inner = Buffer.from(svgDocument(`<use href="${httpUrl}#a"/>`)).toString("base64");
  const image = (url: string) => svgDocument(`<image width="100" height="100" href="${url}"/>`);
  return [
    ...each("refused", ways),
    ...each("drawn", hiddenWays),
    svg("refused", "an image from the web", image(`${httpUrl}/${MARK}.png`)),
    svg("refused", "an image from the disk", image(markerUrl)),
    svg("refused", "an image by its path", image(markerFile)),
    svg("refused", "an image by its relative path", image(`../../../../../../..${markerFile}`)),
    svg("refused", "an image in a data URI", image(`data:image/svg+xml;base64,${inner}`)),
    svg(
      "refused",
      "an image under a base",
      image("marker.png").replace("<svg ", `<svg xml:base="${markerUrl}" `),
    ),
    svg("drawn", "a use under a base", svgDocument('<use href="#a"/>', `xml:base="${httpUrl}/"`)),
    svg(
      "refused",
      "a use of a data URI",
      svgDocument(`<use href="data:image/svg+xml;base64,${inner}#a"/>`),
    ),
    svg("refused", "a use of a bare port", svgDocument(`<use href="${tcpUrl}/x.svg#a"/>`)),
    ...byXml(canary),
  ];
}
