import { type House, isTest, type Module } from "./house";
import { limits, meaninglessNames } from "./table";

function violationsOf(house: House, check: (module: Module) => string | false): string[] {
  return [...house.modules.values()].flatMap((module) => {
    const message = check(module);
    return message ? [`${module.path}:1: ${message}`] : [];
  });
}

export function functionsTakeContextAndInput(house: House): string[] {
  return violationsOf(house, (module) => {
    if (!/^server\/(domain|modules)\//.test(module.path)) return false;
    const action = module.exports.find(
      (it) => it.takesContext && it.parameters > limits.parameters,
    );
    return action !== undefined && `${action.name} takes more than a context and an input`;
  });
}

export function filesAndFunctionsAreShort(house: House): string[] {
  const files = house.sources
    .filter(({ path: file }) => house.modules.has(file) || file.endsWith(".css"))
    .map(({ path: file, text }) => ({ file, lines: text.trimEnd().split("\n").length }))
    .filter(({ lines }) => lines > limits.fileLines)
    .map(
      ({ file, lines }) => `${file}:1: ${lines} lines, ${limits.fileLines} at most: split the file`,
    );
  const functions = [...house.modules.values()].flatMap((module) =>
    module.functions
      .filter(({ lines }) => lines > limits.functionLines)
      .map(
        ({ line, lines }) =>
          `${module.path}:${line}: a function of ${lines} lines, ${limits.functionLines} at most: split it`,
      ),
  );
  return [...files, ...functions];
}

export function namesAreMeaningful(house: House): string[] {
  return house.sources
    .filter(({ path: file }) => file.split("/").some((part) => meaninglessNames.test(part)))
    .map(({ path: file }) => `${file}:1: the name says nothing about the content`);
}

function linesMatching(house: House, form: RegExp, message: string): string[] {
  return house.sources
    .filter(({ path: file }) => file !== "package-lock.json")
    .flatMap(({ path: file, text }) => {
      if (!form.test(text)) return [];
      return text
        .split("\n")
        .flatMap((line, index) => (form.test(line) ? [`${file}:${index + 1}: ${message}`] : []));
    });
}

/** Unfinished work belongs in issues. */
export function noUnfinishedWork(house: House): string[] {
  return linesMatching(house, /\b(TO[D]O|FIX[M]E)\b/, "names unfinished work");
}

/** The repository must work in any folder on any machine. */
export function noMachinePaths(house: House): string[] {
  const folder = /(?<![\w.:/\])}-])\/(work|home|root|Users)\/(?=[\w.])|\b[A-Z]:\\\\?Users\b/;
  return linesMatching(house, folder, "names a folder of one machine");
}

/** Packages are installed from the public registry, or from a mirror of the user's choice. */
export function packagesArePublic(house: House): string[] {
  const lock = house.sources.find(({ path: file }) => file === "package-lock.json");
  const { packages = {} } = JSON.parse(lock?.text ?? "{}") as {
    packages?: Record<string, { resolved?: string; link?: boolean }>;
  };
  return Object.entries(packages)
    .filter(([, { resolved }]) => resolved && !/^https:\/\/registry\.npmjs\.org\//.test(resolved))
    .map(([name, { resolved }]) => `package-lock.json:1: ${name} comes from ${resolved}`);
}

const PROVIDER = /^server\/gateways\/payments\/([\w-]+)\/index\.ts$/;

/** Adding a payment provider takes a folder and a line in the registry; no other file names it. */
export function providersAreNamedInRegistry(house: House): string[] {
  const names = house.sources.flatMap(({ path: file }) => PROVIDER.exec(file)?.[1] ?? []);
  // "test" is also a mode.
  const quoted = names.filter((name) => name !== "test").map((name) => `["'\`]${name}["'\`]`);
  const name = new RegExp(quoted.join("|") || "(?!)");
  const mayName = (file: string) =>
    /^server\/gateways\/payments\/([\w-]+\/|registry\.)/.test(file) || file.startsWith("e2e/");
  return [...house.modules.values()]
    .filter((module) => !isTest(module) && !mayName(module.path))
    .flatMap((module) => {
      const at = module.text.split("\n").findIndex((line) => name.test(line));
      return at < 0 ? [] : [`${module.path}:${at + 1}: names a payment provider`];
    });
}

export function fakesStayInTesting(house: House): string[] {
  return violationsOf(
    house,
    (module) => /(^|[/-])fake-/.test(module.path) && !isTest(module) && "belongs to server/testing",
  );
}

/** All tests run, and against the real code: only gateways are replaced by fakes. */
export function testsAreComplete(house: House): string[] {
  const forms = /^(describe|it|test|suite)(\.\w+)*\.(only|todo)(\.|$)|^vi\.(mock|doMock|hoisted)$/;
  return [...house.modules.values()].filter(isTest).flatMap((module) => {
    const lines = module.calls.filter(({ name }) => forms.test(name)).map(({ line }) => line);
    return [...new Set(lines)].map(
      (line) => `${module.path}:${line}: leaves out a test or mocks a module`,
    );
  });
}

// Not "previousData".
const UNIT_OF_MONEY = /(?<!previo)usd|Usd|USD|[Dd]ollar|(?<![A-Za-z])cents(?![a-z])|Cents(?![a-z])/;
const NEUTRAL = /^(server\/(domain|trpc|jobs)|app)\//;
const NAMES_UNIT = /^app\/docs\/|^server\/domain\/catalogue\/file-prices\.ts$|\.test\.tsx?$|\.txt$/;

/** Code reads the currency from the row: the contract's US cents are mapped in two files. */
export function amountsNameNoUnit(house: House): string[] {
  return house.sources.flatMap(({ path, text }) => {
    if (!NEUTRAL.test(path) || NAMES_UNIT.test(path)) return [];
    const line = text.split("\n").findIndex((one) => UNIT_OF_MONEY.test(one));
    if (line < 0) return [];
    return [`${path}:${line + 1}: names a unit of money: use the row's currency`];
  });
}
