// Hosts that samples send requests and keys to, and packages that they install.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-hosts-"));
fs.symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
const { APP_URL } = process.env;

afterEach(() => {
  process.env["APP_URL"] = APP_URL;
});

/** Returns the programs of all pages, from modules that have read this address. */
async function readCode(appUrl: string) {
  process.env["APP_URL"] = appUrl;
  vi.resetModules();
  const { codeIn, openDocsSite } = await import("#testing/docs-text");
  const { listOperations } = await import("#docs/reference/contents");
  const { guidePages } = await import("./guide/pages");
  const addresses = [
    ...guidePages.map((page) => page.path),
    ...listOperations().map(({ id }) => `/docs/reference/${id}`),
  ];
  const { read } = await openDocsSite();
  const pages = await Promise.all(addresses.map((it) => read(`${it}.md`)));
  return pages.flatMap(({ text }) => codeIn(text)).filter(({ code }) => !code.startsWith("{"));
}

/** Hosts of receivers on the reader's machine, and of the reader (RFC 2606 keeps them unused). */
const READERS = /^(localhost:4000|(\w+\.)*example(\.com)?)$/;
const PACKAGES = ["openapi-typescript"];

/** Responds to every request, and prints its URL. */
const recorder = `globalThis.fetch = async (url, { headers }) => {
  console.log(String(url), new Headers(headers).get("authorization"));
  return Response.json({ id: "ord_1" });
};`;

describe.each([
  "http://127.0.0.1:4102",
  "http://till.test",
  "https://till.test",
  "https://till.test:8443",
  "https://[::1]:8443",
])("at %s", (appUrl) => {
  it("samples name no other host, and no package without an owner", async () => {
    const blocks = await readCode(appUrl);
    expect(blocks.length).toBeGreaterThan(200);
    const code = blocks.map((block) => block.code).join("\n");
    const urls = code.match(/https?:\/\/[^\s"'`,;{}\\)]+/g) ?? [];
    const hosts = new Set(urls.map((url) => new URL(url).host));
    hosts.delete(new URL(appUrl).host);
    expect([...hosts].filter((host) => !READERS.test(host))).toEqual([]);
    const commands = code.matchAll(/\b(?:npx|bunx|npm (?:i|install|exec)|pip3? install) +(\S+)/g);
    const names = [...commands].map(([, name = ""]) => name);
    expect(names.filter((name) => !PACKAGES.includes(name) && !name.startsWith(appUrl))).toEqual(
      [],
    );

    const peer = blocks.filter((block) => block.code.includes("@cnaught/"));
    expect(peer).toHaveLength(1);
    const [file, preload] = ["peer.mjs", "preload.mjs"].map((name) => path.join(folder, name));
    fs.writeFileSync(file ?? "", peer[0]?.code ?? "");
    fs.writeFileSync(preload ?? "", recorder);
    const env = { ...process.env, CARBON_TILL_KEY: "ct_test_1" };
    const args = ["--import", preload ?? "", file ?? ""];
    const { stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
    expect([stdout, stderr]).toEqual([expect.stringContaining(`${appUrl}/v1/orders `), ""]);
    expect(stdout).toMatch(/^\S+ Bearer ct_test_1\n\{ id: 'ord_1' \}\n$/);
  });
});

it("no README and no usage tells to run a package by a name without an owner", () => {
  const files = ["README.md", "sdk/node/README.md", "sdk/python/README.md", "sdk/node/src/cli.ts"];
  const docs = fs.readdirSync("docs", { recursive: true, encoding: "utf8" });
  const markdown = docs.filter((file) => file.endsWith(".md")).map((file) => `docs/${file}`);
  const unowned = /(npx|npm \w+|pip3? install) +(-\S+ +)*(@carbon-till\/|carbon-till\b)/;
  for (const file of [...files, ...markdown]) {
    expect(fs.readFileSync(file, "utf8"), file).not.toMatch(unowned);
  }
});
