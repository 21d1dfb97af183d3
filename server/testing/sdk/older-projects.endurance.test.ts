// The SDK in projects of CommonJS, Jest's default configuration and older versions of TypeScript.
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sdkPaths } from "#docs/guide/samples";
import { installed } from "./registry-packages";

let folder: string;

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-sdk-older-"));
  fs.writeFileSync(path.join(folder, "package.json"), "{}");
  const served = path.resolve(`public${sdkPaths().node}`);
  execFileSync("npm", ["install", "--silent", "--offline", served], { cwd: folder });
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text);

function runNode(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder });
  return { status, output: `${stdout}${stderr}` };
}

const use = `const { ApiError, CarbonTill, verifyWebhook } = require("@carbon-till/sdk");
const problem = '{"title":"Conflict","code":"conflict"}';
const fetch = async () => new Response(problem, { status: 409 });
const till = new CarbonTill({ baseUrl: "https://till.example", apiKey: "ct_test_1", fetch });
const code = till
  .cancelOrder("ord_1")
  .catch((error) => (error instanceof ApiError ? error.code : String(error)));
`;

it("is required by CommonJS, also where require takes no ES modules", () => {
  write("use.js", `${use}code.then((text) => console.log(text, typeof verifyWebhook));`);
  const flag = "--no-experimental-require-module";
  expect(runNode(flag, "use.js")).toEqual({ status: 0, output: "conflict function\n" });
});

it("runs in Jest without configuration", ({ skip }) => {
  const modules = installed("jest@29.7.0");
  if (modules === null) return skip();
  const test = 'test("it", async () => expect(await code).toBe("conflict"));';
  write("use.test.js", `${use}${test}`);
  const { status, output } = runNode(path.join(modules, "jest/bin/jest.js"), "--ci");
  expect([status, output]).toEqual([0, expect.stringContaining("1 passed")]);
});

const program = `import { ApiError, CarbonTill, Order, verifyWebhook } from "@carbon-till/sdk";

const till = new CarbonTill({ baseUrl: "https://till.example", apiKey: "ct_test_1" });
export async function buy(): Promise<Order | string | null> {
  for await (const order of till.listOrders({ limit: 100 })) {
    const kg: number = order.amount_kg;
    console.log(kg);
  }
  return till.placeOrder({ amount_kg: 25 }).catch((error) => (error as ApiError).code);
}
export async function receive(body: string): Promise<string> {
  const event = await verifyWebhook({ body, headers: {}, secret: "whsec_AAAA" });
  return event.type === "order.fulfilled" ? event.order.id : event.id;
}
`;

it.for([
  ["commonjs", "node"],
  ["node16", "node16"],
])(
  "compiles in TypeScript 4.9 with modules of %s, resolved as %s",
  ([module, resolution], { skip }) => {
    const modules = installed("typescript@4.9.5");
    if (modules === null) return skip();
    write("use.ts", program);
    const compilerOptions = {
      ...{ module, moduleResolution: resolution, target: "ES2020", strict: true, noEmit: true },
      ...{ lib: ["ES2021", "DOM", "DOM.Iterable"], types: [], skipLibCheck: false },
    };
    write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["use.ts"] }));
    const tsc = path.join(modules, "typescript/bin/tsc");
    expect(runNode(tsc, "-p", ".")).toEqual({ status: 0, output: "" });
  },
);
