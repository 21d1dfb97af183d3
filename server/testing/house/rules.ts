import { filesFormNoCircle } from "./circle-rules";
import {
  amountsNameNoUnit,
  fakesStayInTesting,
  filesAndFunctionsAreShort,
  functionsTakeContextAndInput,
  namesAreMeaningful,
  noMachinePaths,
  noUnfinishedWork,
  packagesArePublic,
  providersAreNamedInRegistry,
  testsAreComplete,
} from "./file-rules";
import type { House } from "./house";
import {
  clientsImportNoServerCode,
  filesHaveRows,
  importsAreDirect,
  importsFollowTable,
  packagesAreRestricted,
  prismaClientStaysInDb,
  roomsAreEnteredByIndex,
  ruleFilesArePure,
  testsCheckContract,
} from "./import-rules";
import { migrationsHoldNoLongLock } from "./migration-rules";
import { englishIsPlain } from "./plain-english-rules";
import { tablesHaveOwners } from "./table-rules";

/** Guarantee → function that lists its violations. */
export const rules = {
  "imports follow the table": importsFollowTable,
  "every file belongs to a row of the table": filesHaveRows,
  "rooms are entered by index.ts, other folders by their alias": roomsAreEnteredByIndex,
  "no import goes up, and none is computed": importsAreDirect,
  "no files import each other in a circle": filesFormNoCircle,
  "the Prisma client stays in core/db": prismaClientStaysInDb,
  "pg, Kysely, Prisma's packages and Next are imported where allowed": packagesAreRestricted,
  "client components import no server code": clientsImportNoServerCode,
  "rule files are pure": ruleFilesArePure,
  "a room uses another room's tables only with permission": tablesHaveOwners,
  "tests check every response against the OpenAPI document": testsCheckContract,
  "a room's functions take a context and one input": functionsTakeContextAndInput,
  "files and functions are short": filesAndFunctionsAreShort,
  "no file or folder has a meaningless name": namesAreMeaningful,
  "the code marks no unfinished work": noUnfinishedWork,
  "no file names a folder of one machine": noMachinePaths,
  "packages come from the public registry": packagesArePublic,
  "fakes stay in server/testing": fakesStayInTesting,
  "no test is left out, and none mocks a module": testsAreComplete,
  "a payment provider is named in its folder and the registry only": providersAreNamedInRegistry,
  "amounts are of the row's currency, and name no unit of money": amountsNameNoUnit,
  "migrations hold no long lock, and declare the versions they allow": migrationsHoldNoLongLock,
  "names, comments and texts are in plain English": englishIsPlain,
} satisfies Record<string, (house: House) => string[]>;

export type RuleName = keyof typeof rules;
