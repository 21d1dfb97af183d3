// Starts a product with a live catalogue and a live account that has sold credits.
import fs from "node:fs";
import path from "node:path";
import { expect } from "playwright/test";
import { checkedFetch } from "#testing/contract/fetch";
import { OwnProcesses } from "./own-product";

export interface LiveShop {
  own: OwnProcesses;
  url: string;
  testKey: string;
  /** Calls the API with the live account's key. */
  call(method: string, to: string, body?: object): Promise<Response>;
  text(to: string): Promise<string>;
}

export async function openLiveShop(): Promise<LiveShop> {
  const own = new OwnProcesses();
  const { url, key: testKey } = await own.startProduct();
  // The sandbox's fictional projects, imported as live ones.
  const catalogue = JSON.parse(fs.readFileSync("prisma/sandbox-catalogue.json", "utf8"));
  const file = path.join(own.folder, "live.json");
  fs.writeFileSync(file, JSON.stringify({ ...catalogue, mode: "live" }));
  await own.till("catalogue", "import", file);
  const created = await own.till("key", "create", "--account", "demo", "--mode", "live");
  const headers = {
    authorization: `Bearer ${created["token"]}`,
    "content-type": "application/json",
  };
  const call: LiveShop["call"] = (method, to, body) =>
    checkedFetch(`${url}/v1${to}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
  const text: LiveShop["text"] = async (to) => (await fetch(`${url}${to}`)).text();
  expect((await call("POST", "/orders", { amount_kg: 98_765 })).status).toBe(201);
  await expect.poll(() => text("/impact/demo")).toContain("98.765");
  return { own, url, testKey, call, text };
}
