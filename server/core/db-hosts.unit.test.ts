import { expect, it } from "vitest";
import { placeOf } from "./db-hosts";

it("messages name all hosts and no password", () => {
  expect(placeOf("postgresql://u:secret@a:1,b:2/till")).toBe("the database till on a:1,b:2");
});
