import { type House, type Module, targetOf } from "./house";

/** Loaded on first use in a browser: `import("./person-menu")`. */
const LAZY = /\bimport\(/;

const isLazy = ({ text }: Module, line: number) => LAZY.test(text.split("\n")[line - 1] ?? "");

/** Files that a browser loads when the module first uses them. */
export function filesLoadedLate(house: House, module: Module): string[] {
  const late = module.imports.filter((it) => !it.isType && isLazy(module, it.line));
  return late.flatMap((it) => targetOf(house, module, it) ?? []);
}

/** Packages that a browser loads with the file, each with the module that imports it. */
export function packagesLoadedWith(house: House, start: string): Map<string, string> {
  const packages = new Map<string, string>();
  const paths = new Set([start]);
  for (const path of paths) {
    const module = house.modules.get(path);
    if (!module) continue;
    for (const imported of module.imports) {
      if (imported.isType || isLazy(module, imported.line)) continue;
      const target = targetOf(house, module, imported);
      if (target) paths.add(target);
      else if (imported.specifier) packages.set(imported.specifier, path);
    }
  }
  return packages;
}
