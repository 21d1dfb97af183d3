import { appUrl } from "#core/env";
import { ownLogo } from "#core/page-headers";

const variants = {
  page: {
    picture: "h-12 w-auto max-w-40 rounded-xl object-contain",
    letter: "size-12 rounded-xl text-xl",
    height: 48,
  },
  line: {
    picture: "h-9 w-auto max-w-28 rounded-lg object-contain",
    letter: "size-9 rounded-lg",
    height: 36,
  },
};

interface Props {
  name: string;
  logoUrl: string | null;
  /** For dark pages; null: the same logo. */
  darkLogoUrl?: string | null;
  /** Page header, or inline next to the name. */
  variant: keyof typeof variants;
}

export function Logo({ name, logoUrl, darkLogoUrl = null, variant }: Props) {
  const { picture, letter, height } = variants[variant];
  const own = ownLogo(logoUrl, appUrl());
  if (own !== null) {
    const dark = ownLogo(darkLogoUrl, appUrl());
    return (
      <picture className="shrink-0">
        {dark !== null && (
          <source media="(prefers-color-scheme: dark) and (not print)" srcSet={dark} />
        )}
        <img src={own} alt="" height={height} fetchPriority="low" className={picture} />
      </picture>
    );
  }
  return (
    <span
      aria-hidden="true"
      className={`inline-flex shrink-0 items-center justify-center bg-accent font-semibold text-paper ${letter}`}
    >
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}
