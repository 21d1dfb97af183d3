import type { PictureSources } from "#domain/pictures";

interface Props {
  picture: PictureSources | null | undefined;
  /** Number of a placeholder's drawing, from 0. */
  variant: number;
  /** The `sizes` attribute. */
  sizes: string;
  className: string;
}

const hills = [
  "M0 52Q34 34 62 48T120 40V80H0z",
  "M0 44Q26 58 58 42T120 52V80H0z",
  "M0 58Q40 38 74 54T120 46V80H0z",
];

/** A calm landscape in place of a picture that is missing or not fetched yet. */
function Placeholder({ variant, className }: Pick<Props, "variant" | "className">) {
  return (
    <svg
      viewBox="0 0 120 80"
      preserveAspectRatio="xMidYMid slice"
      className={`bg-soft ${className}`}
      aria-hidden="true"
    >
      <circle cx={30 + ((variant * 23) % 60)} cy="24" r="8" className="fill-paper" />
      <path d={hills[variant % hills.length]} className="fill-thread opacity-60" />
      <path
        d={hills[(variant + 1) % hills.length]}
        className="fill-thread"
        transform="translate(0 14)"
      />
    </svg>
  );
}

/** A picture of 3:2, loaded when it comes into view. */
export function Picture({ picture, variant, sizes, className }: Props) {
  if (!picture) return <Placeholder variant={variant} className={className} />;
  const { small, large } = picture;
  const sources = small === large ? {} : { srcSet: `${small} 480w, ${large} 960w`, sizes };
  return (
    // biome-ignore lint/performance/noImgElement: next/image needs the runtime that stays away.
    <img
      src={small}
      {...sources}
      alt=""
      width="480"
      height="320"
      loading="lazy"
      decoding="async"
      className={`bg-soft object-cover ${className}`}
    />
  );
}
