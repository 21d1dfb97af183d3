import type { Mark } from "./cast";

interface Drawing {
  color: string;
  ground: string;
  mark: Mark;
}

const paths: Record<Mark, string> = {
  waves: "M8 26q8-8 16 0t16 0 16 0M8 38q8-8 16 0t16 0 16 0",
  tree: "M32 10 18 32h8L14 48h36L38 32h8zM32 48v8",
  arrow: "M12 40 52 16 40 52l-8-14z",
  sun: "M20 44a12 12 0 0 1 24 0M10 44h44M32 14v10M14 26l6 6M50 26l-6 6",
  rings: "M24 32a10 10 0 1 0 20 0 10 10 0 1 0-20 0M12 32a20 20 0 1 0 40 0 20 20 0 1 0-40 0",
  leaf: "M14 50C14 22 34 12 52 12c0 24-12 38-30 38M14 54 38 28",
};

export function logoOf({ color, ground, mark }: Drawing): Uint8Array {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="256" height="256">
<rect width="64" height="64" rx="14" fill="${ground}"/>
<path d="${paths[mark]}" fill="none" stroke="${color}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>
</svg>`;
  return new TextEncoder().encode(svg);
}
