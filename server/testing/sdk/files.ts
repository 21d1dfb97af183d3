import { generateClient } from "./client";
import { readDocument } from "./document";
import { generatePython } from "./python";
import { generateSchemas } from "./schemas";

export const GENERATED = "sdk/node/src/generated";

const BANNER = "// Generated from the OpenAPI document by `npm run sdk`.\n";

/** Generated files of the SDKs, by path. */
export async function generateFiles(): Promise<Record<string, string>> {
  const document = readDocument();
  return {
    [`${GENERATED}/client.ts`]: BANNER + generateClient(document),
    [`${GENERATED}/schemas.ts`]: BANNER + (await generateSchemas(document)),
    "sdk/python/carbon_till/_client.py":
      BANNER.replace("//", "#").replaceAll("`", "") + generatePython(document),
  };
}
