import fs from "node:fs";
import { expect, it } from "vitest";
import { languages } from "#core/language";
import { allProviders, findProvider, providers, providersFor, unrecordedProvider } from "./index";

const folder = "server/gateways/payments";

it.each(Object.entries(providers))(
  "%s is a folder with the tests of every provider",
  (name, provider) => {
    expect(provider.name).toBe(name);
    expect(name).toMatch(/^[a-z][a-z0-9-]{0,31}$/);
    expect(fs.globSync(`${folder}/${name}/conformance.*test.ts`)).toHaveLength(1);
  },
);

it("every folder is registered", () => {
  const folders = fs.readdirSync(folder, { withFileTypes: true }).filter((it) => it.isDirectory());
  expect(folders.map(({ name }) => name).toSorted()).toEqual(Object.keys(providers).toSorted());
});

it.each(["test", "transfer"] as const)("%s has its copy in every language", (name) => {
  const { copy } = providers[name].checkout();
  for (const language of languages) expect(copy[language].note).not.toBe("");
  expect(new Set(languages.map((language) => copy[language].note)).size).toBe(languages.length);
});

it("does not find names of object properties", () => {
  for (const name of ["__proto__", "toString", "", "Stripe"]) expect(findProvider(name)).toBeNull();
});

it("the test provider takes no live payments, and a session keeps its provider", () => {
  expect(providersFor("live", providers.test)).toEqual([]);
  expect(providersFor("test", providers.test)[0]).toBe(providers.test);
  expect(allProviders.at(0)?.isStandIn).toBe(false);
});

it("a session without a recorded provider belongs to the former provider or its stand-in", () => {
  expect(unrecordedProvider("live")).toBe("stripe");
  const { isStandIn } = providers[unrecordedProvider("test")];
  expect(isStandIn).toBe(!providers.stripe.takes("test"));
});

it("providers of one method are in the order of the registry, stand-ins last", () => {
  const cards = allProviders.filter(({ method }) => method === "card").map(({ name }) => name);
  const registered = Object.values(providers).filter(({ method }) => method === "card");
  const real = registered.filter(({ isStandIn }) => !isStandIn);
  const standIns = registered.filter(({ isStandIn }) => isStandIn);
  expect(cards).toEqual([...real, ...standIns].map(({ name }) => name));
});
