import { generateClient } from "./client";
import { readDocument } from "./document";
import { generateSchemas } from "./schemas";

export const GENERATED = "sdk/node/src/generated";

const BANNER = "// Generated from the OpenAPI document by `npm run sdk`.\n";

/** Generated files of the SDK, by name. */
export async function generateFiles(): Promise<Record<string, string>> {
  const document = readDocument();
  return {
    "client.ts": BANNER + generateClient(document),
    "schemas.ts": BANNER + (await generateSchemas(document)),
  };
}
