// Whose page it is, at a glance: a logo of this installation, or else the name's first letter.
import { appUrl } from "#core/env";
import { ownPicture } from "#core/own-picture";

interface Props {
  name: string;
  logoUrl: string | null;
}

export function Logo({ name, logoUrl }: Props) {
  const own = ownPicture(logoUrl, appUrl());
  if (own !== null) {
    // biome-ignore lint/performance/noImgElement: it is small already, and may be an SVG.
    return <img src={own} alt="" className="h-12 w-auto max-w-40 rounded-xl object-contain" />;
  }
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-12 shrink-0 items-center justify-center rounded-xl bg-accent text-xl font-semibold text-paper"
    >
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}
