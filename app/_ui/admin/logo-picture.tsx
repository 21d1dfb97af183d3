"use client";
// A logo, or the first letter of whom it would be of.

const sizes = { small: "size-8 rounded-lg text-sm", large: "size-20 rounded-xl text-3xl" };

interface Props {
  url: string | null;
  name: string;
  size: keyof typeof sizes;
}

export function LogoPicture({ url, name, size }: Props) {
  const look = `${sizes[size]} shrink-0 border border-line`;
  // biome-ignore lint/performance/noImgElement: drawn to size by the server already.
  if (url) return <img src={url} alt="" className={`${look} bg-white object-contain`} />;
  const [letter = "?"] = [...name.trim()];
  return (
    <span
      aria-hidden="true"
      className={`${look} inline-flex items-center justify-center bg-soft font-semibold text-quiet`}
    >
      {letter.toUpperCase()}
    </span>
  );
}
