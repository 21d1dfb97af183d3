// A bad environment is refused with every bad variable named.
import { describe, expect, it } from "vitest";
import { parseEnv } from "./env";

describe("parseEnv", () => {
  it("fills in what is not set, and takes an empty variable for one that is not", () => {
    const env = parseEnv({ PORT: "", APP_URL: "https://till.example/" });
    expect(env).toMatchObject({ PORT: 3000, APP_URL: "https://till.example", CT_DEMO: true });
  });

  it("names every variable that is wrong", () => {
    const bad = { PORT: "many", APP_URL: "ftp://x", CT_DEMO: "yes", CT_RATE_LIMIT: "fast" };
    for (const name of Object.keys(bad))
      expect(() => parseEnv(bad)).toThrow(new RegExp(`${name}: `));
  });
});
