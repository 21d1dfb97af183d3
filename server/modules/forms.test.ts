import { expect, test } from "vitest";
import { isForm } from "#rest/forms";

test.each(["/buy/a", "/unsubscribe/a"])("%s is a form only if it is sent", (path) => {
  expect(isForm("POST", path)).toBe(true);
  for (const read of ["GET", "HEAD"]) expect(isForm(read, path), read).toBe(false);
  expect(isForm("POST", `${path}/b`)).toBe(false);
});
