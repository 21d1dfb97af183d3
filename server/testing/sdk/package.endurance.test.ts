// The SDK that installations serve, as an integrator's program gets it, and as a clone packs it.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import vm from "node:vm";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sdkPaths } from "#docs/guide/samples";
import { signCallback } from "#domain/events";
import { openApi, samplesIn } from "./api-origin";
import { installed } from "./registry-packages";

const PACKAGE = path.resolve("sdk/node");

const SERVED = path.resolve(`public${sdkPaths().node}`);

let folder: string;

const run = (file: string, args: string[], cwd = folder) =>
  execFileSync(file, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-sdk-package-"));
  fs.writeFileSync(path.join(folder, "package.json"), '{"type": "module"}');
  run("npm", ["install", "--silent", "--offline", SERVED]);
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
  it("is what npm packs in a fresh clone", () => {
    const clone = path.join(folder, "clone");
    const files = run("git", ["ls-files", "-co", "--exclude-standard"], PACKAGE).trim().split("\n");
    for (const file of files) fs.cpSync(path.join(PACKAGE, file), path.join(clone, file));
    // The compiler comes from the registry.
    const { status } = spawnSync("npm", ["pack", "--silent"], { cwd: clone, stdio: "inherit" });
    expect(status).toBe(0);
    const unpacked = [SERVED, path.join(clone, path.basename(SERVED))].map((file, index) => {
      const target = path.join(folder, `unpacked-${index}`);
      fs.mkdirSync(target);
      run("tar", ["-xzf", file, "-C", target]);
      const entries = fs.readdirSync(target, { recursive: true, encoding: "utf8" }).sort();
      const isFile = (name: string) => fs.statSync(path.join(target, name)).isFile();
      return entries
        .filter(isFile)
        .map((name) => [name, fs.readFileSync(path.join(target, name), "utf8")]);
    });
    expect(unpacked[0]).toEqual(unpacked[1]);
  });

  it.each([
    ["nodenext", "nodenext", "module"],
    ["nodenext", "nodenext", "commonjs"],
    ["esnext", "bundler", "module"],
  ])("compiles in strict mode with modules of %s, resolved as %s, in a %s", (...form) => {
    const [module, moduleResolution, type] = form;
    fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type }));
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

/** Versions of Node that the SDK supports. */
const VERSIONS = ["20", "22", "24"];

/** Path of a version; null if it cannot be installed. */
function nodeOf(version: string): string | null {
  const name = `node-${process.platform}-${process.arch}`;
  const modules = installed(`${name}@${version}`);
  return modules && path.join(modules, name, "bin/node");
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
