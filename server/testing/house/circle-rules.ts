import { type House, isTest, targetOf } from "./house";

type Imports = Map<string, string[]>;

/** The product's files, each with those that it imports, types included. */
function importsIn(house: House): Imports {
  const modules = [...house.modules.values()].filter((module) => !isTest(module));
  const paths = new Set(modules.map(({ path }) => path));
  return new Map(
    modules.map((module) => {
      const targets = module.imports.flatMap((imported) => targetOf(house, module, imported) ?? []);
      return [module.path, targets.filter((target) => paths.has(target))];
    }),
  );
}

/** Shortest way along imports from the file back to itself; null if there is none. */
function circleFrom(start: string, imports: Imports): string[] | null {
  const previous = new Map<string, string>();
  const reached = new Set([start]);
  for (const file of reached) {
    for (const target of imports.get(file) ?? []) {
      if (target === start) {
        const circle = [file];
        for (let at = previous.get(file); at !== undefined; at = previous.get(at)) circle.push(at);
        return circle.reverse();
      }
      if (!reached.has(target)) previous.set(target, file);
      reached.add(target);
    }
  }
  return null;
}

/** A file that is read from the top down needs no other file that needs it. */
export function filesFormNoCircle(house: House): string[] {
  const imports = importsIn(house);
  const reported = new Set<string>();
  const violations: string[] = [];
  for (const file of [...imports.keys()].sort()) {
    if (reported.has(file)) continue;
    const circle = circleFrom(file, imports);
    if (!circle) continue;
    for (const member of circle) reported.add(member);
    violations.push(`${file}:1: imports itself through ${[...circle.slice(1), file].join(", ")}`);
  }
  return violations;
}
