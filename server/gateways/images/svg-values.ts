// Elements, attributes and values allowed in an SVG.
function setOf(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/**
 * No scripts, links or animation, nothing that loads or embeds, and no filters that generate noise.
 */
export const ELEMENTS = setOf(`
  svg g defs symbol use switch style
  path rect circle ellipse line polyline polygon text tspan
  linearGradient radialGradient stop pattern clipPath mask marker
  filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood
  feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset
`);

/** Elements whose text is drawn. */
export const TEXT_ELEMENTS = setOf("text tspan");

/** Presentation attributes, also allowed in CSS. */
const PRESENTATION = `
  alignment-baseline baseline-shift clip-path clip-rule color color-interpolation
  color-interpolation-filters direction display dominant-baseline enable-background fill
  fill-opacity fill-rule filter flood-color flood-opacity font-family font-size font-stretch
  font-style font-variant font-weight letter-spacing marker marker-end marker-mid marker-start
  mask mask-type opacity overflow paint-order shape-rendering stop-color stop-opacity stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-opacity stroke-width text-anchor text-decoration text-rendering unicode-bidi vector-effect
  visibility word-spacing writing-mode
`;

const PROPERTIES = setOf(`
  ${PRESENTATION}
  font isolation mix-blend-mode transform transform-origin cx cy r rx ry x y width height
`);

export const ATTRIBUTES = setOf(`
  ${PRESENTATION}
  id class transform transform-origin x y x1 x2 y1 y2 cx cy r rx ry fx fy fr width height d points
  pathLength dx dy rotate textLength lengthAdjust viewBox preserveAspectRatio offset
  gradientTransform gradientUnits spreadMethod patternContentUnits patternTransform patternUnits
  clipPathUnits maskContentUnits maskUnits markerHeight markerUnits markerWidth orient refX refY
  filterUnits primitiveUnits in in2 result mode type values tableValues slope intercept amplitude
  exponent operator k1 k2 k3 k4 radius stdDeviation edgeMode systemLanguage xml:space
`);

export const REFERENCES = setOf("href xlink:href");

/** Functions allowed in values, in addition to url() of a fragment. */
const FUNCTIONS = setOf(`
  rgb rgba hsl hsla matrix translate translateX translateY scale scaleX scaleY rotate skewX skewY
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
`);

const FRAGMENT_URL = /url\(\s*(["']?)#([^\s"'()]+)\1\s*\)/g;
/** Escapes, tags and nested rules could hide any word. */
const ODD = /[\\<>@{}]/;
const SELECTOR = /^[\p{L}\p{N}_\s.#*,>+~:()[\]="'-]+$/u;

/**
 * Returns true if a value loads nothing: it uses only known functions, and url() only with a
 * fragment.
 */
export function isHarmless(value: string): boolean {
  if (ODD.test(value)) return false;
  const calls = value.replace(FRAGMENT_URL, "").matchAll(/([\w-]*)\s*\(/g);
  return calls.every(([, name = ""]) => FUNCTIONS.has(name));
}

/** Returns the ids that a value refers to by url(#id). */
export function idsIn(value: string): string[] {
  return [...value.matchAll(FRAGMENT_URL)].flatMap(([, , id]) => (id ? [id] : []));
}

/** Returns the known and harmless declarations of `style="…"` or a rule's body. */
export function cleanDeclarations(css: string): string {
  const allowed = css.split(";").flatMap((declaration) => {
    const colon = declaration.indexOf(":");
    const property = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    return PROPERTIES.has(property) && isHarmless(value) ? [`${property}:${value}`] : [];
  });
  return allowed.join(";");
}

/** Returns the index after the brace that closes the one at `open`. */
function endOfBlock(css: string, open: number): number {
  const brace = /[{}]/g;
  brace.lastIndex = open;
  let depth = 0;
  for (let match = brace.exec(css); match; match = brace.exec(css)) {
    depth += match[0] === "{" ? 1 : -1;
    if (depth === 0) return brace.lastIndex;
  }
  return css.length;
}

/** Keeps plain rules; removes at-rules with their content. */
export function cleanStyleSheet(text: string): string {
  const css = text.replace(/\/\*[\s\S]*?\*\//g, " ").replace(/<!--|-->/g, " ");
  const allowed: string[] = [];
  let at = 0;
  while (at < css.length) {
    const start = css.slice(at).search(/[;{]/);
    if (start === -1) break;
    const prelude = css.slice(at, at + start).trim();
    if (css[at + start] === ";") {
      at += start + 1;
      continue;
    }
    const end = endOfBlock(css, at + start);
    const body = css.slice(at + start + 1, end - 1);
    if (SELECTOR.test(prelude)) allowed.push(`${prelude}{${cleanDeclarations(body)}}`);
    at = end;
  }
  return allowed.join("\n");
}
