import type { Module } from "#modules/module";

/** The API's tools for AI agents. */
export const mcp: Module = {
  name: "mcp",
  address: { path: "/mcp", load: async () => (await import("./server")).serveMcp },
};
