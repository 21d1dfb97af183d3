import { hostileJpegs } from "./hostile-images/jpeg";
import { hostilePngs } from "./hostile-images/png";
import type { Canary, HostileImage } from "./hostile-images/sample";
import { svgBombs } from "./hostile-images/svg-bombs";
import { svgLoads } from "./hostile-images/svg-loads";
import { svgScripts } from "./hostile-images/svg-scripts";
import { hostileWebps } from "./hostile-images/webp";

export { startCanary } from "./hostile-images/canary";
export { type Canary, type HostileImage, MARK } from "./hostile-images/sample";

/**
 * More than a hundred hostile files that pretend to be SVG, PNG, JPEG or WebP, aimed at the canary.
 */
export async function hostileImages(canary: Canary): Promise<HostileImage[]> {
  return [
    ...svgScripts(canary),
    ...svgLoads(canary),
    ...svgBombs(),
    ...(await hostilePngs()),
    ...(await hostileJpegs()),
    ...(await hostileWebps()),
  ];
}
