// The packed SDK, as an integrator's program gets it. Nothing is published.
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import vm from "node:vm";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signCallback } from "#domain/events";

const PACKAGE = path.resolve("sdk/node");

let folder: string;
let packed: string[];

const run = (file: string, args: string[], cwd = folder) =>
  execFileSync(file, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-sdk-package-"));
  fs.rmSync(path.join(PACKAGE, "dist"), { recursive: true, force: true });
  const args = ["pack", "--json", "--silent", "--pack-destination", folder];
  const output = run("npm", args, PACKAGE);
  const [{ filename, files }] = JSON.parse(output.slice(output.indexOf("[")));
  packed = files.map((file: { path: string }) => file.path);
  const target = path.join(folder, "node_modules/@carbon-till/sdk");
  fs.mkdirSync(target, { recursive: true });
  run("tar", ["-xzf", filename, "--strip-components=1", "-C", target]);
  fs.writeFileSync(path.join(folder, "package.json"), '{"type": "module"}');
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const program = `import { ApiError, CarbonTill, verifyWebhook, type Order } from "@carbon-till/sdk";

const till = new CarbonTill({ baseUrl: "https://till.example", apiKey: "ct_test_1" });

export async function buy(): Promise<Order> {
  try {
    return await till.placeOrder({ amount_kg: 25 }, { idempotencyKey: "order-4711" });
  } catch (error) {
    if (error instanceof ApiError && error.code === "insufficient-stock") {
      const available: number | null = error.availableKg;
      console.log(available, error.errorCodes["amount_kg"]?.length);
    }
    throw error;
  }
}

export async function sum(): Promise<number> {
  let kg = 0;
  for await (const order of till.listOrders({ limit: 100 })) kg += order.amount_kg;
  return kg;
}

export async function receive(request: Request): Promise<string> {
  const body = await request.text();
  const event = await verifyWebhook({ body, headers: request.headers, secret: "whsec_AAAA" });
  switch (event.type) {
    case "order.fulfilled":
      return event.order.id;
    case "checkout_session.completed":
      return event.checkout_session.completed_on ?? "";
    default:
      return event.id;
  }
}

// @ts-expect-error: there is no such field
void till.placeOrder({ amount: 25 });
`;

describe("the package", () => {
  it("contains the compiled files, their types, README and license, and nothing else", () => {
    const client = ["errors", "generated/client", "generated/schemas", "http", "index", "pages"];
    const names = [...client, "retries", "webhooks", "cli", "forward", "listen"];
    const compiled = names.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]);
    expect(packed.sort()).toEqual([...compiled, "LICENSE", "README.md", "package.json"].sort());
  });

  it.each([
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ])("compiles in strict mode with modules of %s", (module, moduleResolution) => {
    fs.writeFileSync(path.join(folder, "program.ts"), program);
    const options = {
      ...{ module, moduleResolution, target: "ES2022", lib: ["ES2022", "DOM", "DOM.Iterable"] },
      ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
      ...{ noPropertyAccessFromIndexSignature: true, noEmit: true, types: [] },
    };
    const config = { compilerOptions: options, files: ["program.ts"] };
    fs.writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(config));
    const tsc = path.resolve("node_modules/typescript/bin/tsc");
    const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", folder]);
    expect([status, stdout.toString()]).toEqual([0, ""]);
  });
});

const secret = `whsec_${Buffer.from("secret of this test".padEnd(32)).toString("base64")}`;
const body = JSON.stringify({ id: "evt_1", type: "order.fulfilled", order: { id: "ord_1" } });
const headers = {
  ...signCallback({ id: "evt_1", attemptedAt: new Date(), body, secrets: [secret] }),
};

/** Places an order whose first response is lost, and receives its event. */
const check = `
const keys = [];
const till = new sdk.CarbonTill({
  baseUrl: "https://till.example",
  apiKey: "ct_test_1",
  fetch: async (_url, init) => {
    keys.push(init.headers["idempotency-key"]);
    if (keys.length === 1) throw new TypeError("lost");
    return new Response('{"id":"ord_1"}', { status: 201 });
  },
});
const order = await till.placeOrder({ amount_kg: 1 });
const event = await sdk.verifyWebhook(${JSON.stringify({ body, headers, secret })});
const result = [order.id, event.order.id, keys.length, new Set(keys).size].join(" ");
`;
const RESULT = "ord_1 ord_1 2 1";

/** The installed versions of Node, by path. */
function nodes(): string[] {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  const files = [process.execPath, ...folders.map((it) => path.join(it, "node"))];
  return [...new Set(files.filter((it) => fs.existsSync(it)).map((it) => fs.realpathSync(it)))];
}

describe("the compiled client", () => {
  it.each(nodes())("runs in %s", (node) => {
    const version = run(node, ["--version"]).trim();
    process.stdout.write(`Node ${version}\n`);
    const text = `import * as sdk from "@carbon-till/sdk";${check}console.log(result);`;
    fs.writeFileSync(path.join(folder, "check.mjs"), text);
    expect(run(node, ["check.mjs"])).toBe(`${RESULT}\n`);
  });

  it("runs with nothing but web standards, as at the edge", async () => {
    const entry = path.join(folder, "node_modules/@carbon-till/sdk/dist/index.js");
    const bundle = await build({
      entryPoints: [entry],
      ...{ bundle: true, format: "iife", globalName: "sdk", platform: "browser", write: false },
    });
    const { crypto, fetch, Headers, Response, Blob, URL, AbortController, setTimeout } = globalThis;
    const context = vm.createContext({
      ...{ crypto, fetch, Headers, Response, Blob, URL, AbortController, setTimeout },
      ...{ clearTimeout, TextEncoder, TextDecoder, atob },
    });
    const text = `${bundle.outputFiles[0]?.text}\n(async () => {${check}return result;})()`;
    expect(await vm.runInContext(text, context)).toBe(RESULT);
  });
});
