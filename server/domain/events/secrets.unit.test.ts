import fc from "fast-check";
import { expect, it } from "vitest";
import { keyOf, secretOf } from "./secrets";

it("a secret is whsec_ and its bytes in base64, and decodes to the same bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const secret = secretOf(Buffer.from(bytes));
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]*={0,2}$/);
      expect(keyOf(secret)).toEqual(Buffer.from(bytes));
    }),
  );
});
