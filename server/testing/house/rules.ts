// All rules of the house, each under the guarantee that it holds.
import {
  filesAndFunctionsAreShort,
  namesSaySomething,
  noMachineIsNamed,
  nothingIsLeftToDo,
  packagesComeFromTheRegistry,
  providersAreNamedAtHome,
  testsAreWhole,
  verbsTakeContextAndInput,
} from "./file-rules";
import type { House } from "./house";
import {
  clientsStayInTheBrowser,
  everyFileHasItsPlace,
  noWayUp,
  onlyThroughDoors,
  packagesStayHome,
  prismaStaysInDb,
  rulesArePure,
  testsHoldTheContract,
  whoMayImportWhom,
} from "./import-rules";
import { tablesHaveOwners } from "./table-rules";
import { wordsArePlain } from "./word-rules";

/** Each rule lists what breaks it. */
export const rules = {
  "the table of who may import whom is true": whoMayImportWhom,
  "every file stands in a place of the house": everyFileHasItsPlace,
  "a room is entered by its index.ts, a door by its name": onlyThroughDoors,
  "no import goes up, and every import names its target": noWayUp,
  "the Prisma client stays in core/db": prismaStaysInDb,
  "pg, Prisma's packages and Next stay where they belong": packagesStayHome,
  "client components import nothing of a server": clientsStayInTheBrowser,
  "rules are pure": rulesArePure,
  "a room touches another's table only where the house says so": tablesHaveOwners,
  "tests hold every answer against the OpenAPI document": testsHoldTheContract,
  "a verb takes a context and one input": verbsTakeContextAndInput,
  "files and functions are short": filesAndFunctionsAreShort,
  "no name is an empty word": namesSaySomething,
  "nothing is left to do in the code": nothingIsLeftToDo,
  "no folder of one machine is named": noMachineIsNamed,
  "packages come from the public registry": packagesComeFromTheRegistry,
  "no test is left out, and none fakes a module": testsAreWhole,
  "a payment provider is named in its folder and the registry only": providersAreNamedAtHome,
  "names, comments and texts are in plain English": wordsArePlain,
} satisfies Record<string, (house: House) => string[]>;

export type RuleName = keyof typeof rules;
