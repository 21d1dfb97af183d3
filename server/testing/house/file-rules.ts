// The rules about files: how long they are, what they say.
import { type House, isTest, type Module } from "./house";
import { emptyWords, limits } from "./table";

function complain(house: House, complaint: (module: Module) => string | false): string[] {
  return [...house.modules.values()].flatMap((module) => {
    const told = complaint(module);
    return told ? [`${module.path}:1: ${told}`] : [];
  });
}

/** `verb(ctx, input)`: a verb takes a context and one input. */
export function verbsTakeContextAndInput(house: House): string[] {
  return complain(house, (module) => {
    if (!module.path.startsWith("server/domain/")) return false;
    const verb = module.exports.find(
      (made) => made.takesContext && made.parameters > limits.verbParameters,
    );
    return verb !== undefined && `${verb.name} takes more than a context and an input`;
  });
}

/** Files and functions stay short enough to be read at once. */
export function filesAndFunctionsAreShort(house: House): string[] {
  const files = house.sources
    .filter(({ path: file }) => house.modules.has(file) || file.endsWith(".css"))
    .map(({ path: file, text }) => ({ file, lines: text.trimEnd().split("\n").length }))
    .filter(({ lines }) => lines > limits.fileLines)
    .map(({ file, lines }) => `${file}:1: ${lines} lines`);
  const functions = [...house.modules.values()].flatMap((module) =>
    module.functions
      .filter(({ lines }) => lines > limits.functionLines)
      .map(({ line, lines }) => `${module.path}:${line}: a function of ${lines} lines`),
  );
  return [...files, ...functions];
}

/** No file or folder is called by a word that says nothing of what is inside. */
export function namesSaySomething(house: House): string[] {
  return house.sources
    .filter(({ path: file }) => file.split("/").some((part) => emptyWords.test(part)))
    .map(({ path: file }) => `${file}:1: its name says nothing`);
}

function complainOfText(house: House, form: RegExp, told: string): string[] {
  return house.sources
    .filter(({ path: file }) => file !== "package-lock.json")
    .flatMap(({ path: file, text }) => {
      if (!form.test(text)) return [];
      return text
        .split("\n")
        .flatMap((line, index) => (form.test(line) ? [`${file}:${index + 1}: ${told}`] : []));
    });
}

/** What is to be done is in the issues, not in the code. */
export function nothingIsLeftToDo(house: House): string[] {
  return complainOfText(house, /\b(TO[D]O|FIX[M]E)\b/, "names unfinished work");
}

/** The repository works in any folder of any machine. */
export function noMachineIsNamed(house: House): string[] {
  const folder = /(?<![\w.:/\])}-])\/(work|home|root|Users)\/(?=[\w.])|\b[A-Z]:\\\\?Users\b/;
  return complainOfText(house, folder, "names a folder of one machine");
}

/** Whoever installs asks the public registry, or their own in its place. */
export function packagesComeFromTheRegistry(house: House): string[] {
  const lock = house.sources.find(({ path: file }) => file === "package-lock.json");
  const { packages = {} } = JSON.parse(lock?.text ?? "{}") as {
    packages?: Record<string, { resolved?: string; link?: boolean }>;
  };
  return Object.entries(packages)
    .filter(([, { resolved }]) => resolved && !/^https:\/\/registry\.npmjs\.org\//.test(resolved))
    .map(([name, { resolved }]) => `package-lock.json:1: ${name} comes from ${resolved}`);
}

const PROVIDER = /^server\/gateways\/payments\/([\w-]+)\/index\.ts$/;

/** A payment provider is named in its own folder and in the registry: adding one changes nothing else. */
export function providersAreNamedAtHome(house: House): string[] {
  const names = house.sources.flatMap(({ path: file }) => PROVIDER.exec(file)?.[1] ?? []);
  // "test" is a mode, too.
  const quoted = names.filter((name) => name !== "test").map((name) => `["'\`]${name}["'\`]`);
  const named = new RegExp(quoted.join("|") || "(?!)");
  const isHome = (file: string) =>
    /^server\/gateways\/payments\/([\w-]+\/|registry\.)/.test(file) || file.startsWith("e2e/");
  return [...house.modules.values()]
    .filter((module) => !isTest(module) && !isHome(module.path))
    .flatMap((module) => {
      const at = module.text.split("\n").findIndex((line) => named.test(line));
      return at < 0 ? [] : [`${module.path}:${at + 1}: names a payment provider`];
    });
}

/** Tests all run, and against the code itself: fakes stand at the gateways. */
export function testsAreWhole(house: House): string[] {
  const forms = /^(describe|it|test|suite)(\.\w+)*\.(only|todo)(\.|$)|^vi\.(mock|doMock|hoisted)$/;
  return [...house.modules.values()].filter(isTest).flatMap((module) => {
    const lines = module.calls.filter(({ name }) => forms.test(name)).map(({ line }) => line);
    return [...new Set(lines)].map((line) => `${module.path}:${line}: leaves something untested`);
  });
}
