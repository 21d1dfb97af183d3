// What of SVG is let through to be drawn: elements, attributes, CSS properties and functions.

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** No script, no link, no animation, nothing that loads or embeds, no filter that makes up noise. */
export const ELEMENTS = words(`
  svg g defs symbol use switch style
  path rect circle ellipse line polyline polygon text tspan
  linearGradient radialGradient stop pattern clipPath mask marker
  filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood
  feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset
`);

/** Whose text is drawn. */
export const TEXT_ELEMENTS = words("text tspan");

/** Looks, as attributes or in CSS. */
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

export const PROPERTIES = words(`
  ${PRESENTATION}
  font isolation mix-blend-mode transform transform-origin cx cy r rx ry x y width height
`);

export const ATTRIBUTES = words(`
  ${PRESENTATION}
  id class transform transform-origin x y x1 x2 y1 y2 cx cy r rx ry fx fy fr width height d points
  pathLength dx dy rotate textLength lengthAdjust viewBox preserveAspectRatio offset
  gradientTransform gradientUnits spreadMethod patternContentUnits patternTransform patternUnits
  clipPathUnits maskContentUnits maskUnits markerHeight markerUnits markerWidth orient refX refY
  filterUnits primitiveUnits in in2 result mode type values tableValues slope intercept amplitude
  exponent operator k1 k2 k3 k4 radius stdDeviation edgeMode systemLanguage xml:space
`);

export const REFERENCES = words("href xlink:href");

/** What a value may call, besides url() of a fragment. */
export const FUNCTIONS = words(`
  rgb rgba hsl hsla matrix translate translateX translateY scale scaleX scaleY rotate skewX skewY
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
`);
