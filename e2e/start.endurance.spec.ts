import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { expect } from "playwright/test";
import { checkedFetch } from "#testing/contract/fetch";
import { test } from "./checked-test";
import { OwnProcesses } from "./own-product";

let own: OwnProcesses;

test.beforeEach(() => {
  own = new OwnProcesses({ isWhole: true });
});

test.afterEach(() => own.end());

const isDatabaseUp = () => fs.existsSync(path.join(own.folder, "postgres/data/postmaster.pid"));

test("a taken port is reported in one line, and the app that uses it keeps running", async () => {
  const first = await own.startProduct();
  const second = await own.startProduct({ port: new URL(first.url).port });
  expect((await second.ended)[0]).toBe(1);
  expect(second.output().trim()).toMatch(/^127\.0\.0\.1:\d+ is already in use\..*$/);
  expect((await checkedFetch(`${first.url}/v1/openapi.json`)).status).toBe(200);
});

/** Sources whose build waits for the file `gate`, and then fails. */
function unbuiltCopy(): { cwd: string; gate: string } {
  const [cwd, gate] = [path.join(own.folder, "unbuilt"), path.join(own.folder, "gate")];
  const left = /^(\.git|\.next|\.data|dist|node_modules)$/;
  for (const name of fs.readdirSync(".").filter((it) => !left.test(it))) {
    fs.cpSync(name, path.join(cwd, name), { recursive: true });
  }
  fs.symlinkSync(path.resolve("node_modules"), path.join(cwd, "node_modules"));
  const config = `import { existsSync } from "node:fs";
    while (!existsSync(${JSON.stringify(gate)})) await new Promise((next) => setTimeout(next, 50));
    throw new Error("planted");`;
  fs.writeFileSync(path.join(cwd, "next.config.js"), config);
  return { cwd, gate };
}

test("sales and public pages do not wait for the dashboard's build, nor end with it", async ({
  page,
}) => {
  const { cwd, gate } = unbuiltCopy();
  const { key, output, url } = await own.startProduct({ cwd, env: { CT_LOG_LEVEL: "info" } });
  const placeOrder = async () => {
    const response = await checkedFetch(`${url}/v1/orders`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ amount_kg: 25 }),
    });
    expect(response.status).toBe(201);
    return (await response.json()) as { certificate_public_url: string };
  };
  const readiness = async () => (await fetch(`${url}/readyz`)).json();
  const { certificate_public_url: certificate } = await placeOrder();
  await expect.poll(async () => (await fetch(certificate)).text()).toContain("retired");
  const pdf = await fetch(`${certificate}/pdf`);
  expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(await readiness()).toMatchObject({ status: "ready", dashboard: "building" });
  await page.goto(`${url}/admin`);
  await expect(page.getByRole("heading", { name: "The dashboard is being built" })).toBeVisible();
  fs.writeFileSync(gate, "");
  // The page reloads by itself.
  const failure = page.getByRole("heading", { name: "The dashboard could not be built" });
  await expect(failure).toBeVisible();
  expect(await readiness()).toMatchObject({ status: "ready", dashboard: "failed" });
  await placeOrder();
  const errors = output()
    .split("\n")
    .filter((line) => line.includes('"level":50'));
  expect(errors).toEqual([expect.stringMatching(/dashboard\.build_failed.*build\.log/)]);
  expect(fs.readFileSync(path.join(own.folder, "build.log"), "utf8")).toContain("planted");
});

test("a wrong setting is reported by its name, without a stack", async () => {
  const settings = [
    { env: { APP_URL: "no address" }, report: "APP_URL: must be a valid url" },
    {
      env: { STRIPE_SECRET_KEY: "sk_test_x", STRIPE_WEBHOOK_SECRET: "whsec_x" },
      report: "STRIPE_PUBLISHABLE_KEY: is required with the other STRIPE_… variables",
    },
  ];
  for (const { env, report } of settings) {
    const { ended, output } = await own.startProduct({ env });
    expect((await ended)[0]).toBe(1);
    expect(output().trim()).toBe(`Invalid environment variables:\n  ${report}`);
  }
});

test("SIGTERM lets a running request finish, then stops the app and its database", async () => {
  const { child, ended, key, url } = await own.startProduct();
  const body = JSON.stringify({ amount_kg: 25 });
  const request = http.request(`${url}/v1/orders`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      "Content-Length": body.length,
      // The server confirms that it has received the headers.
      Expect: "100-continue",
    },
  });
  const pendingResponse = once(request, "response");
  const taken = once(request, "continue");
  request.flushHeaders();
  await taken;
  request.write(body.slice(0, 5));
  expect(isDatabaseUp()).toBe(true);
  child.kill("SIGTERM");
  const knock = () =>
    fetch(`${url}/v1/openapi.json`).then(
      () => "answered",
      () => "refused",
    );
  await expect.poll(knock).toBe("refused");
  request.end(body.slice(5));
  const [response] = await pendingResponse;
  expect(response.statusCode).toBeLessThan(300);
  response.resume();
  expect((await ended)[0]).toBe(0);
  expect(isDatabaseUp()).toBe(false);
});
