// Planted files that break the rules about files, about purity, and about the REST door.
import { opening } from "./good-house";
import type { RuleName } from "./rules";
import { holding, inVerb, type Sample, saying } from "./sample";

const place: RuleName = "every file stands in a place of the house";
const pureRule: RuleName = "rules are pure";
const short: RuleName = "files and functions are short";
const emptyWord: RuleName = "no name is an empty word";
const toDo: RuleName = "nothing is left to do in the code";
const machine: RuleName = "no folder of one machine is named";
const whole: RuleName = "no test is left out, and none fakes a module";

const inRules = "server/domain/orders/price-rules.ts";
const inTest = "server/domain/orders/rules.test.ts";
/** In two parts, so that this very file is not found to hold the call. */
const call = (object: string, name: string, rest = "()") => `${object}.${name}${rest};`;

export const puritySamples: Sample[] = [
  holding(pureRule, inRules, 'import { database } from "#core/db";', /database of #core\/db/),
  holding(pureRule, inRules, 'import fs from "node:fs";', /node:fs/),
  holding(pureRule, inRules, 'import "node:fs";', /node:fs/),
  holding(pureRule, inRules, 'import { randomBase62 } from "#core/crypto";', /randomBase62/),
  holding(pureRule, inRules, 'import { emitEvents } from "#domain/events";', /emitEvents/),
  holding(pureRule, inRules, "const now = Date.now();", /Date\.now/),
  holding(pureRule, inRules, "const now = new Date();", /new Date/),
  holding(pureRule, inRules, "const chance = Math.random();", /Math\.random/),
  holding(pureRule, inRules, 'const url = process.env["URL"];', /process\.env/),
];

export const fileSamples: Sample[] = [
  holding(
    "a payment provider is named in its folder and the registry only",
    "server/domain/orders/get-order.ts",
    'export const isLate = (provider: string) => provider === "late";',
    /names a payment provider/,
  ),
  saying(place, "server/attic/box.ts", opening, /no place/),
  saying(place, "server/domain/attic/index.ts", opening, /no place/),
  saying(place, "server/domain/orders/deep/index.ts", opening, /no place/),
  saying(
    "a verb takes a context and one input",
    inVerb,
    `${opening}export function listOrders(ctx: AccountContext, from: string, to: string) {}`,
    /listOrders/,
  ),
  saying(short, "server/core/x.ts", opening + "export {};\n".repeat(300), /301 lines/),
  ...["function x() {", "const x = () => {", "class X { x() {", "it('x', () => {"].map((start) =>
    saying(
      short,
      "server/core/x.ts",
      `${opening}${start}${"\n".repeat(60)}}${start.startsWith("class") ? "}" : start.startsWith("it") ? ")" : ""}`,
      /:2: a function of 61/,
    ),
  ),
  ...["utils.ts", "date-helpers.ts", "common/x.ts", "OrderService.ts", "job-manager.ts"].map(
    (name) => saying(emptyWord, `server/core/${name}`, opening, /says nothing/),
  ),
  saying(toDo, "server/core/x.ts", `${opening}// TO${"DO"} soon`, /:2: /),
  saying(toDo, "README.md", `FIX${"ME"}`, /README/),
  saying(machine, "README.md", `cd /${"work"}/main`, /README/),
  saying(machine, "server/core/x.ts", `${opening}const x = "/${"home"}/ada";`, /:2: /),
  saying(
    "packages come from the public registry",
    "package-lock.json",
    '{ "packages": { "x": { "resolved": "https://mirror.example/x.tgz" } } }',
    /mirror\.example/,
  ),
  saying(whole, inTest, opening + call("it", "only"), /:2: /),
  saying(whole, inTest, opening + call("describe", "only", ".each([])('x')"), /:2: /),
  saying(whole, inTest, opening + call("vi", "mock", "('x')"), /:2: /),
];
