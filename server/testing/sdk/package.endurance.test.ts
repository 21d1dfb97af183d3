// The packed SDK, as an integrator's program gets it. Nothing is published.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import vm from "node:vm";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signCallback } from "#domain/events";
import { openApi, samplesIn } from "./api-origin";

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

/** Versions of Node that the SDK supports. They stay in the data folder. */
const VERSIONS = ["20", "22", "24"];

/** Path of a version, from the registry; null if it cannot be installed. */
function nodeOf(version: string): string | null {
  const target = path.resolve(".data/nodes", version);
  const name = `node-${process.platform}-${process.arch}`;
  const file = path.join(target, "node_modules", name, "bin/node");
  if (fs.existsSync(file)) return file;
  const args = ["install", "--prefix", target, "--no-save", "--ignore-scripts", "--silent"];
  const { status } = spawnSync("npm", [...args, `${name}@${version}`]);
  return status === 0 && fs.existsSync(file) ? file : null;
}

describe("the compiled client", () => {
  it.for(VERSIONS)("runs in Node %s", (version, { skip }) => {
    const node = nodeOf(version);
    if (node === null) {
      process.stdout.write(`Node ${version}: cannot be installed, not run\n`);
      skip();
      return;
    }
    expect(run(node, ["--version"])).toMatch(new RegExp(`^v${version}\\.`));
    const program = `import * as sdk from "@carbon-till/sdk";${check}console.log(result);`;
    fs.writeFileSync(path.join(folder, "check.mjs"), program);
    expect(run(node, ["check.mjs"])).toBe(`${RESULT}\n`);
  });

  it("runs the samples of its README against the API, in one program", async () => {
    const api = await openApi();
    const readme = fs.readFileSync(path.join(PACKAGE, "README.md"), "utf8");
    const code = samplesIn(readme, "ts").replace("https://till.example", api.origin);
    const unsigned = 'new Request("http://localhost", { method: "POST", body: "{}" })';
    const end = `console.log("received", (await POST(${unsigned})).status);`;
    fs.writeFileSync(path.join(folder, "samples.mts"), `${code}\n${end}\n`);
    const env = { ...process.env, CARBON_TILL_KEY: api.key, WEBHOOK_SECRET: "whsec_AAAA" };
    const args = ["--experimental-strip-types", "--no-warnings", "samples.mts"];
    const child = spawn(process.execPath, args, { cwd: folder, env });
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    api.close();
    expect(errors).toBe("");
    expect(output).toMatch(/^placed http/);
    expect(output).toMatch(/400 invalid-parameters \{ amount_kg: .too-small. \}/);
    expect(output).toContain("received 400");
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
    const script = `${bundle.outputFiles[0]?.text}\n(async () => {${check}return result;})()`;
    expect(await vm.runInContext(script, context)).toBe(RESULT);
  });
});
