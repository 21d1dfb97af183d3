import type { Api, Module } from "#modules/module";

async function open(api: Api) {
  const { openMcp } = await import("./server");
  return openMcp(api);
}

let opened: ReturnType<typeof open> | undefined;

/** The API's tools for AI agents. */
export const mcp: Module = {
  name: "mcp",
  address: {
    path: "/mcp",
    open(api) {
      opened ??= open(api);
      return opened;
    },
  },
};
