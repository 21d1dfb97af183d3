import { opening } from "./good-house";
import type { RuleName } from "./rules";
import { inFile, ordersFile, type Sample, withText } from "./sample";

const row: RuleName = "every file belongs to a row of the table";
const pureRule: RuleName = "rule files are pure";
const short: RuleName = "files and functions are short";
const meaningless: RuleName = "no file or folder has a meaningless name";
const toDo: RuleName = "the code marks no unfinished work";
const machine: RuleName = "no file names a folder of one machine";
const whole: RuleName = "no test is left out, and none mocks a module";

const inRules = "server/domain/orders/price-rules.ts";
const inTest = "server/domain/orders/rules.test.ts";
/** In parts, so that this file itself doesn't contain the call. */
const call = (object: string, name: string, rest = "()") => `${object}.${name}${rest};`;

export const puritySamples: Sample[] = [
  inFile(pureRule, inRules, 'import { database } from "#core/db";', /database of #core\/db/),
  inFile(pureRule, inRules, 'import fs from "node:fs";', /node:fs/),
  inFile(
    pureRule,
    "server/domain/checkout/payments/rules.ts",
    'import fs from "node:fs";',
    /node:fs/,
  ),
  inFile(pureRule, inRules, 'import "node:fs";', /node:fs/),
  inFile(pureRule, inRules, 'import { randomBase62 } from "#core/crypto";', /randomBase62/),
  inFile(pureRule, inRules, 'import { emitEvents } from "#domain/events";', /emitEvents/),
  inFile(pureRule, inRules, "const now = Date.now();", /Date\.now/),
  inFile(pureRule, inRules, "const now = new Date();", /new Date/),
  inFile(pureRule, inRules, "const chance = Math.random();", /Math\.random/),
  inFile(pureRule, inRules, 'const url = process.env["URL"];', /process\.env/),
];

export const fileSamples: Sample[] = [
  ...["const priceUsd = 5;", "/** In US cents. */", 'const text = "in dollars";'].map((line) =>
    inFile(
      "amounts are of the row's currency, and name no unit of money",
      "server/domain/orders/get-order.ts",
      line,
      /names a unit of money/,
    ),
  ),
  inFile(
    "a payment provider is named in its folder and the registry only",
    "server/domain/orders/get-order.ts",
    'export const isLate = (provider: string) => provider === "late";',
    /names a payment provider/,
  ),
  withText(row, "server/attic/box.ts", opening, /no row/),
  withText(row, "server/domain/attic/index.ts", opening, /no row/),
  withText(row, "server/domain/orders/deep/index.ts", opening, /no row/),
  withText(
    "a room's functions take a context and one input",
    ordersFile,
    `${opening}export function listOrders(ctx: AccountContext, from: string, to: string) {}`,
    /listOrders/,
  ),
  withText(short, "server/core/x.ts", opening + "export {};\n".repeat(300), /301 lines/),
  ...["function x() {", "const x = () => {", "class X { x() {", "it('x', () => {"].map((start) =>
    withText(
      short,
      "server/core/x.ts",
      `${opening}${start}${"\n".repeat(60)}}${start.startsWith("class") ? "}" : start.startsWith("it") ? ")" : ""}`,
      /:2: a function of 61/,
    ),
  ),
  ...["utils.ts", "date-helpers.ts", "common/x.ts", "OrderService.ts", "job-manager.ts"].map(
    (name) => withText(meaningless, `server/core/${name}`, opening, /says nothing/),
  ),
  ...["fake-bank.ts", "fake-bank/server.ts"].map((name) =>
    withText(
      "fakes stay in server/testing",
      `server/gateways/payments/late/${name}`,
      opening,
      /belongs to server\/testing/,
    ),
  ),
  withText(toDo, "server/core/x.ts", `${opening}// TO${"DO"} soon`, /:2: /),
  withText(toDo, "README.md", `FIX${"ME"}`, /README/),
  withText(machine, "README.md", `cd /${"work"}/main`, /README/),
  withText(machine, "server/core/x.ts", `${opening}const x = "/${"home"}/ada";`, /:2: /),
  withText(
    "packages come from the public registry",
    "package-lock.json",
    '{ "packages": { "x": { "resolved": "https://mirror.example/x.tgz" } } }',
    /mirror\.example/,
  ),
  withText(whole, inTest, opening + call("it", "only"), /:2: /),
  withText(whole, inTest, opening + call("describe", "only", ".each([])('x')"), /:2: /),
  withText(whole, inTest, opening + call("vi", "mock", "('x')"), /:2: /),
];
