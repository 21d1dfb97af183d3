import { appUrl } from "#core/env";
import { ownPicture } from "#core/page-headers";

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
  /** Page header, or inline next to the name. */
  variant: keyof typeof variants;
}

export function Logo({ name, logoUrl, variant }: Props) {
  const { picture, letter, height } = variants[variant];
  const own = ownPicture(logoUrl, appUrl());
  if (own !== null) {
    // biome-ignore lint/performance/noImgElement: next/image needs the runtime that stays away.
    return <img src={own} alt="" height={height} className={picture} />;
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
