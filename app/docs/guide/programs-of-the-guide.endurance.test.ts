// Runs the guide's programs and commands as pasted, from an empty folder, with nothing but what the
// installation prints and serves. Receivers and signature checks have tests of their own.
import "#testing/private-network";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { sampleOf } from "#docs/samples/tabs";
import { openDocsSandbox } from "#testing/docs-sandbox";
import { codeIn, openDocsSite } from "#testing/docs-text";
import { runTill } from "#testing/till";
import { guidePages } from "./pages";
import { listGuideRequests } from "./sample-requests";

const sandbox = await openDocsSandbox();
let blocks: { language: string; code: string }[];

beforeAll(async () => {
  const { read } = await openDocsSite();
  const pages = await Promise.all(guidePages.map(({ path: address }) => read(`${address}.md`)));
  blocks = pages.flatMap(({ text }) => codeIn(text));
  fs.writeFileSync(path.join(sandbox.folder, "package.json"), "{}");
  // The registry is not asked: everything comes from the installation.
  fs.writeFileSync(
    path.join(sandbox.folder, ".npmrc"),
    "registry=http://127.0.0.1:1\naudit=false\n",
  );
});
afterAll(() => sandbox.close());

/** Returns the one block that contains the text. */
function sample(text: string): string {
  const [block, ...others] = blocks.filter(({ code }) => code.includes(text));
  expect([text, block !== undefined, others]).toEqual([text, true, []]);
  return block?.code ?? "";
}

async function paste(command: string): Promise<string> {
  const { ok, text } = await sandbox.run("bash", ["-c", command]);
  expect([ok, text]).toEqual([true, expect.any(String)]);
  return text;
}

async function run(program: string, name: string, code: string): Promise<string> {
  fs.writeFileSync(path.join(sandbox.folder, name), code);
  return paste(`${program} ${name}`);
}

const PLACED = /^(placed|fulfilled) http\S+\n/;

describe("the SDK for Node.js", () => {
  beforeAll(() => paste(sample("npm install ")));

  it("is installed by the guide's command, and runs its first order", async () => {
    const node = `"${process.execPath}"`;
    const output = await run(node, "first.mjs", sample('from "@carbon-till/sdk"'));
    expect(output).toMatch(PLACED);
    expect(output).toMatch(/^ord_\w+ (placed|fulfilled)$/m);
  });

  it("has the command that forwards events", async () => {
    const command = sample("carbon-till listen");
    const env = { ...process.env, CARBON_TILL_KEY: sandbox.key };
    const child = spawn("bash", ["-c", `exec ${command.replace(/^(\w+=\S+) /, "env $1 ")}`], {
      ...{ cwd: sandbox.folder, env },
    });
    const [printed] = await once(child.stdout, "data");
    expect(String(printed)).toMatch(
      /^Forwarding events to http:\/\/localhost:4000\/hook\. Secret: whsec_/,
    );
    child.kill("SIGINT");
    await once(child, "exit");
  });

  it("beside it, CNaught's client orders, over http and at a port", async () => {
    const modules = path.join(sandbox.folder, "node_modules");
    fs.mkdirSync(path.join(modules, "@cnaught"));
    for (const entry of [
      "@cnaught/cnaught-node-sdk",
      "wretch",
      "http-problem-details",
      "http-problem-details-parser",
    ]) {
      fs.symlinkSync(path.resolve("node_modules", entry), path.join(modules, entry));
    }
    const output = await run(`"${process.execPath}"`, "peer.mjs", sample("@cnaught/"));
    expect(output).toMatch(/id: 'ord_\w+'/);
  });
});

it("the SDK for Python is installed by the guide's command, and runs its first order", async () => {
  const install = sample("pip install ");
  // Without pip, Python unpacks the file itself.
  const [, url = ""] = /(http\S+)/.exec(install) ?? [];
  await paste(
    `if python3 -m pip --version >/dev/null 2>&1; then python3 -m ${install.trim()} --quiet --target lib; ` +
      `else curl -sO ${url} && python3 -m zipfile -e ${path.basename(url)} lib; fi`,
  );
  expect(fs.existsSync(path.join(sandbox.folder, "lib/carbon_till/py.typed"))).toBe(true);
  const output = await run("PYTHONPATH=lib python3", "first.py", sample("from carbon_till import"));
  expect(output).toMatch(PLACED);
  expect(output).toMatch(/^ord_\w+ (placed|fulfilled)$/m);
});

/** Blocks that are no requests, by what they contain, and how they are tested. */
const OTHERS: readonly [text: string, by: string][] = [
  ["export CARBON_TILL_KEY=ct_test_", "every sample, whose variable it sets"],
  ["npm install ", "here"],
  ["pip install ", "here"],
  ['from "@carbon-till/sdk"', "here"],
  ["from carbon_till import", "here"],
  ["carbon-till listen", "here"],
  ["@cnaught/", "here"],
  ["npm run till -- key create", "here"],
  ["npx openapi-typescript ", "server/rest/openapi.test.ts, with the document of the address"],
  ["WEBHOOK_SECRET", "receivers.endurance.test.ts"],
  ['"type": "order.fulfilled"', "nothing: it is a body, shortened"],
  ['"title": "Your request', "nothing: it is a body"],
  ["jwks.json", "e2e/signature.endurance.spec.ts"],
  ["process.argv.slice(2)", "e2e/signature.endurance.spec.ts"],
  ["sys.argv[1:3]", "e2e/signature.endurance.spec.ts"],
  ["/mcp", "server/modules/mcp/server.test.ts, with the address and the header"],
];

it("every other block of the guide has a test", () => {
  const requests = listGuideRequests().flatMap(({ operation, values }) =>
    sampleOf(operation, values).tabs.map(({ code }) => code),
  );
  const untested = blocks.filter(
    ({ code }) =>
      !requests.includes(code.trimEnd()) && !OTHERS.some(([text]) => code.includes(text)),
  );
  expect(untested).toEqual([]);
});

it("the commands of the operator create keys", async () => {
  const commands = blocks.filter(({ code }) => code.startsWith("npm run till -- "));
  expect(commands.length).toBeGreaterThan(1);
  const count = await database().prisma.apiKey.count();
  for (const { code } of commands) {
    const result = await runTill(
      sandbox.folder,
      code.replace("npm run till -- ", "").trim().split(" "),
    );
    expect(result).toMatchObject({ code: 0, stderr: "" });
  }
  expect(await database().prisma.apiKey.count()).toBe(count + commands.length);
});
