// All modules: optional parts of the product, which the core takes as data. No other file names them.
import { z } from "zod";
import { readSettings } from "#core/env";
import { listeners } from "#modules/listeners/module";
import { mcp } from "#modules/mcp/module";
import type { Api, Module } from "#modules/module";

const all: readonly Module[] = [listeners, mcp];
const names = all.map(({ name }) => name);

const { current: settings } = readSettings(
  z.object({
    CT_MODULES: z
      .string()
      .default(names.join(","))
      .transform((list) => (list === "none" ? [] : list.split(",").map((name) => name.trim())))
      .refine(
        (list) => list.every((name) => names.includes(name)),
        `must be none, or names from ${names.join(", ")}, separated by commas`,
      ),
  }),
);

/** Those that this installation uses. */
export const modules = all.filter(({ name }) => settings.CT_MODULES.includes(name));

const addresses = new Map(
  modules.flatMap(({ address }) => (address ? [[address.path, address]] : [])),
);

/** Returns true for the path of a module's address. */
export function isModuleAddress(path: string): boolean {
  return addresses.has(path);
}

/** Handles a request to a module's address. */
export async function serveAddress(request: Request, api: Api): Promise<Response> {
  const address = addresses.get(new URL(request.url).pathname);
  const handle = await address?.open(api);
  return handle ? handle(request) : new Response(null, { status: 404 });
}
