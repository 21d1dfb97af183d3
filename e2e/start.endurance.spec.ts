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
