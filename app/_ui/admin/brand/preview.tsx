"use client";
import { accentOf, contrastOf, isAccent, LEAST_CONTRAST } from "#core/accent";

const schemes = {
  light: { paper: "#ffffff", ink: "#14201a", quiet: "#56635b", line: "#dde3dd", label: "Light" },
  dark: { paper: "#131a17", ink: "#e9efeb", quiet: "#a0afa6", line: "#2a342f", label: "Dark" },
};
type Scheme = keyof typeof schemes;

const DEFAULT_ACCENT = "#0d5c41";

/** The color as typed if it is one. */
export function accentIn(text: string | null | undefined): string | null {
  const color = text?.trim().toLowerCase() ?? "";
  return isAccent(color) ? color : null;
}

interface SheetProps {
  scheme: Scheme;
  accent: string;
  name: string;
  logoUrl: string | null;
}

/** Drawn as a picture, because its colors are not the theme's. */
function Sheet({ scheme, accent, name, logoUrl }: SheetProps) {
  const { paper, ink, quiet, line, label } = schemes[scheme];
  const color = accentOf(accent)[scheme];
  const short = name.length > 24 ? `${name.slice(0, 23)}…` : name;
  return (
    <svg viewBox="0 0 300 190" className="w-full" role="img">
      <title>{`${label} preview of your pages`}</title>
      <rect x="0.5" y="0.5" width="299" height="189" rx="12" fill={paper} stroke={line} />
      {logoUrl === null ? (
        <>
          <rect x="18" y="18" width="28" height="28" rx="7" fill={color} />
          <text x="32" y="37" textAnchor="middle" fontSize="14" fontWeight="600" fill={paper}>
            {[...name.trim()][0]?.toUpperCase()}
          </text>
        </>
      ) : (
        <image href={logoUrl} x="18" y="18" width="28" height="28" />
      )}
      <text x="56" y="37" fontSize="13" fontWeight="600" fill={ink}>
        {short}
      </text>
      <text x="18" y="76" fontSize="10" fontWeight="500" fill={color}>
        Climate impact
      </text>
      <text x="17" y="109" fontSize="32" fontWeight="600" fill={ink}>
        12.5 t
      </text>
      <text x="18" y="128" fontSize="10" fill={quiet}>
        of CO₂e retired
      </text>
      <rect x="18" y="144" width="104" height="28" rx="7" fill={color} />
      <text x="70" y="162" textAnchor="middle" fontSize="10.5" fontWeight="500" fill={paper}>
        View certificate
      </text>
      <text x="136" y="162" fontSize="10.5" fill={color} textDecoration="underline">
        See the projects
      </text>
    </svg>
  );
}

/** Says where the color is changed so that it can be read. */
function adjustmentOf(color: string): string {
  const { light, dark } = accentOf(color);
  const ratio = (color: string, background: string) => contrastOf(color, background).toFixed(1);
  const onLight = `${ratio(light, schemes.light.paper)}:1 on light pages`;
  const onDark = `${ratio(dark, schemes.dark.paper)}:1 on dark pages`;
  const changes = [
    ...(light === color ? [] : [`${light} on light pages`]),
    ...(dark === color ? [] : [`${dark} on dark pages`]),
  ];
  if (changes.length === 0) return `Contrast: ${onLight}, ${onDark}.`;
  return (
    `Shown as ${changes.join(" and ")}, so that text reaches a contrast of ${LEAST_CONTRAST}:1. ` +
    `Contrast: ${onLight}, ${onDark}.`
  );
}

interface Props {
  accent: string | null;
  name: string;
  logoUrl: string | null;
  darkLogoUrl: string | null;
}

export function BrandPreview({ accent, name, logoUrl, darkLogoUrl }: Props) {
  const color = accent ?? DEFAULT_ACCENT;
  return (
    <div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Sheet scheme="light" accent={color} name={name} logoUrl={logoUrl} />
        <Sheet scheme="dark" accent={color} name={name} logoUrl={darkLogoUrl ?? logoUrl} />
      </div>
      <p role="status" className="mt-3 text-sm text-pretty text-quiet">
        {adjustmentOf(color)}
      </p>
    </div>
  );
}
