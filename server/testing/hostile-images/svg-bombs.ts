// SVGs that are small or allowed but would take very long or very much memory to draw.
import { type HostileImage, svg, svgDocument } from "./sample";

const SHAPE = '<rect width="100" height="100" fill="#00aa00"/>';

function times(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join("");
}

/** Nine levels of ten references each: ten to the power of nine in all. */
function nested(level: (index: number) => string, use: string): string {
  return svgDocument(
    `<defs>${SHAPE.replace("<rect", '<rect id="n0"')}${times(9, level)}</defs>${use}`,
  );
}

function references(): HostileImage[] {
  const use = (id: string) => `<use href="#${id}"/>`;
  const painted = (attributes: string) => `<rect width="100" height="100" ${attributes}/>`;
  const ring = (tag: string, attribute: string) =>
    svgDocument(
      `<${tag} id="a">${painted(`${attribute}="url(#b)"`)}</${tag}><${tag} id="b">${painted(`${attribute}="url(#a)"`)}</${tag}>${painted(`${attribute}="url(#a)"`)}`,
    );
  const level = (tag: string, attributes: string, attribute: string) => (index: number) =>
    `<${tag} id="n${index + 1}" ${attributes}>${times(10, () => painted(`${attribute}="url(#n${index})"`))}</${tag}>`;
  const box = 'width="1" height="1" patternContentUnits="objectBoundingBox"';
  const classes = times(9, (index) => `.c${index + 1}{fill:url(#n${index})}`);
  const byClass = times(9, (index) => level("pattern", box, `class="c${index + 1}" data-x`)(index));
  return [
    svg(
      "refused",
      "uses of uses",
      nested((at) => `<g id="n${at + 1}">${times(10, () => use(`n${at}`))}</g>`, use("n9")),
    ),
    svg("drawn", "a use of itself", svgDocument(`<g id="a">${use("a")}${SHAPE}</g>`)),
    svg(
      "drawn",
      "a use of its parent's parent",
      svgDocument(`<g id="a"><g>${use("b")}</g></g><g id="b">${use("a")}</g>`),
    ),
    svg(
      "refused",
      "patterns of patterns",
      nested(level("pattern", box, "fill"), painted('fill="url(#n9)"')),
    ),
    svg("refused", "masks of masks", nested(level("mask", "", "mask"), painted('mask="url(#n9)"'))),
    svg(
      "refused",
      "clip paths of clip paths",
      nested(level("clipPath", "", "clip-path"), painted('clip-path="url(#n9)"')),
    ),
    svg(
      "drawn",
      "markers of markers",
      nested(
        (at) =>
          `<marker id="n${at + 1}"><path d="M0 0${"h1".repeat(9)}" marker-mid="url(#n${at})" marker-end="url(#n${at})"/></marker>`.repeat(
            1,
          ),
        '<path d="M0 0h9v9" marker-mid="url(#n9)"/>',
      ),
    ),
    svg("drawn", "a ring of patterns", ring("pattern", "fill")),
    svg(
      "refused",
      "patterns of patterns by class",
      svgDocument(`<style>${classes}</style>${byClass}${painted('class="c9"')}`),
    ),
  ];
}

function filters(): HostileImage[] {
  const filtered = (primitives: string, attributes = "") =>
    svgDocument(
      `<filter id="f" ${attributes}>${primitives}</filter><g filter="url(#f)">${SHAPE}</g>`,
    );
  const blurs = times(2000, () => '<feGaussianBlur stdDeviation="300"/>');
  return [
    svg("drawn", "an endless blur", filtered('<feGaussianBlur stdDeviation="1e30"/>')),
    svg("refused", "thousands of blurs", filtered(blurs)),
    svg(
      "drawn",
      "a filter of endless extent",
      filtered('<feFlood flood-color="red"/>', 'x="-1e9" y="-1e9" width="2e9" height="2e9"'),
    ),
    svg(
      "drawn",
      "endless turbulence",
      filtered('<feTurbulence numOctaves="1000000" baseFrequency="0.9"/>'),
    ),
    svg(
      "drawn",
      "a huge convolution",
      filtered(`<feConvolveMatrix order="300" kernelMatrix="${"1 ".repeat(90_000)}"/>`),
    ),
    svg(
      "refused",
      "huge morphologies",
      filtered('<feMorphology operator="dilate" radius="1000"/>'.repeat(200)),
    ),
  ];
}

/** Each layer is drawn on a surface the size of the picture. */
function layers(): HostileImage[] {
  return [
    svg(
      "refused",
      "thousands of filtered shapes",
      svgDocument(
        `<filter id="f"><feGaussianBlur stdDeviation="20"/></filter>${times(9000, () => '<rect width="100" height="100" filter="url(#f)"/>')}`,
      ),
    ),
    svg(
      "refused",
      "thousands of masked groups",
      svgDocument(
        `<mask id="m">${SHAPE}</mask>${times(9000, () => `<g mask="url(#m)">${SHAPE}</g>`)}`,
      ),
    ),
    svg(
      "refused",
      "ninety layers of opacity",
      svgDocument(`${'<g opacity=".99">'.repeat(90)}${SHAPE}${"</g>".repeat(90)}`),
    ),
  ];
}

function sizes(): HostileImage[] {
  const sized = (attributes: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${SHAPE}</svg>`;
  return [
    svg("refused", "a width of billions", sized('width="9999999999" height="9999999999"')),
    svg("refused", "a view box of nearly nothing", sized('viewBox="0 0 1e-12 1e-12"')),
    svg("refused", "a line of a view box", sized('viewBox="0 0 1000000 1"')),
    svg("drawn", "a size in unknown units", sized('width="9parsec" height="9parsec"')),
    svg("drawn", "no size at all", sized("")),
    svg("refused", "no size and an endless shape", sized("").replaceAll('"100"', '"1e9"')),
    svg("refused", "no width", sized('width="0" height="10"')),
    svg(
      "refused",
      "more than 5 MiB",
      sized(`viewBox="0 0 9 9" class="${"x".repeat(5 * 1024 * 1024)}"`),
    ),
  ];
}

function amounts(): HostileImage[] {
  const path = `M0 0${times(700_000, (at) => `L${at % 97} ${at % 89}`)}`;
  const spans = times(4000, () => "<tspan>words </tspan>");
  return [
    svg(
      "refused",
      "groups a hundred thousand deep",
      svgDocument("<g>".repeat(100_000) + "</g>".repeat(100_000)),
    ),
    svg("refused", "a million elements", svgDocument("<g/>".repeat(1_000_000))),
    svg("refused", "a path of megabytes", svgDocument(`<path d="${path}" stroke="red"/>`)),
    svg(
      "drawn",
      "a dash of nearly nothing",
      svgDocument(
        `<path d="M0 0${"L99 99L0 99".repeat(9000)}" stroke="red" stroke-dasharray="0.00001"/>`,
      ),
    ),
    svg(
      "drawn",
      "a stroke without end",
      svgDocument('<path d="M-1e30 0L1e30 99" stroke="red" stroke-width="1e30"/>'),
    ),
    svg(
      "drawn",
      "numbers beyond numbers",
      svgDocument(`<rect x="${"9".repeat(5000)}" width="1e999" height="NaN"/>`),
    ),
    svg("drawn", "too much text", svgDocument(`<text>${spans}</text>`)),
    svg(
      "drawn",
      "marks upon a letter",
      svgDocument(`<text y="50">x${"\u0301".repeat(9000)}</text>`),
    ),
    svg(
      "drawn",
      "ten thousand attributes",
      svgDocument(`<g ${times(10_000, (at) => `a${at}="x" `)}/>`),
    ),
  ];
}

function styles(): HostileImage[] {
  return [
    svg(
      "drawn",
      "a hundred thousand rules",
      svgDocument(`<style>${times(100_000, (at) => `.a${at} .b>*{fill:red}`)}</style>${SHAPE}`),
    ),
    svg(
      "drawn",
      "braces without end",
      svgDocument(`<style>${"{".repeat(1_000_000)}</style>${SHAPE}`),
    ),
    svg(
      "drawn",
      "comments without end",
      svgDocument(`<style>${"/*/".repeat(1_500_000)}</style>${SHAPE}`),
    ),
    svg(
      "drawn",
      "semicolons without end",
      svgDocument(`<style>${";".repeat(4_000_000)}</style>${SHAPE}`),
    ),
  ];
}

export function svgBombs(): HostileImage[] {
  return [...references(), ...filters(), ...layers(), ...sizes(), ...amounts(), ...styles()];
}
