// An owner's color, adjusted so that text in it and text on it can be read in both schemes.

type Rgb = readonly [red: number, green: number, blue: number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** The theme's backgrounds on which contrast is lowest. */
const SOFT = { light: "#f0f4f0", dark: "#1a2420" };
const PAPER = { light: "#ffffff", dark: "#131a17" };

/** WCAG 2.2, success criterion 1.4.3. */
export const LEAST_CONTRAST = 4.5;

function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

function luminanceOf(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colors like "#0d5c41", from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [one, other]
    .map((hex) => luminanceOf(rgbOf(hex)))
    .sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function mix(hex: string, target: Rgb, share: number): string {
  const [red, green, blue] = rgbOf(hex);
  const part = (from: number, to: number) => from + (to - from) * share;
  return hexOf([part(red, target[0]), part(green, target[1]), part(blue, target[2])]);
}

/** The nearest color toward the target that can be read on the background. */
function readable(hex: string, ground: string, target: Rgb): string {
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mix(hex, target, share);
    if (contrastOf(mixed, ground) >= LEAST_CONTRAST) return mixed;
  }
  return hexOf(target);
}

export interface Accent {
  /** For text, and for surfaces with text in the color of the paper. */
  light: string;
  dark: string;
}

export function isAccent(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text);
}

/** Adjusts a color like "#0d5c41" to a contrast of 4.5 on the pages' backgrounds. */
export function accentOf(color: string): Accent {
  return {
    light: readable(color, SOFT.light, BLACK),
    dark: readable(color, SOFT.dark, WHITE),
  };
}

/** Style sheet that puts the color in place of the theme's. */
export function accentCss(color: string): string {
  const { light, dark } = accentOf(color);
  const pair = (one: string, other: string) => `light-dark(${one},${other})`;
  const declarations = [
    `--color-accent:${pair(light, dark)}`,
    `--color-accent-strong:${pair(mix(light, BLACK, 0.2), mix(dark, WHITE, 0.25))}`,
    `--color-thread:${pair(mix(light, rgbOf(PAPER.light), 0.68), mix(dark, rgbOf(PAPER.dark), 0.7))}`,
  ];
  return `:root{${declarations.join(";")}}`;
}
