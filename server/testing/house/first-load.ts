import { type House, targetOf } from "./house";

/** Loaded on first use in a browser: `import("./person-menu")`. */
const LAZY = /\bimport\(/;

/** Packages that a browser loads with the file, each with the module that imports it. */
export function packagesLoadedWith(house: House, start: string): Map<string, string> {
  const packages = new Map<string, string>();
  const paths = new Set([start]);
  for (const path of paths) {
    const module = house.modules.get(path);
    if (!module) continue;
    const lines = module.text.split("\n");
    for (const imported of module.imports) {
      if (imported.isType || LAZY.test(lines[imported.line - 1] ?? "")) continue;
      const target = targetOf(house, module, imported);
      if (target) paths.add(target);
      else if (imported.specifier) packages.set(imported.specifier, path);
    }
  }
  return packages;
}
