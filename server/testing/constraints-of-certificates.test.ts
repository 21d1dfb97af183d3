import { describe } from "vitest";
import { guarantee, openLedger } from "#testing/guarantee";

openLedger();

interface Key {
  signs: boolean;
  isRetired?: boolean;
  isWithdrawn?: boolean;
}

const key = (id: string, { signs, isRetired = !signs, isWithdrawn = false }: Key) =>
  `INSERT INTO signing_keys VALUES ('${id}', 'x-${id}', ${signs ? "'\\x00'" : "NULL"}, now(),
     ${isRetired ? "now()" : "NULL"}, ${isWithdrawn ? "now()" : "NULL"})`;

describe("a signing key of certificates", () => {
  guarantee("is the only active one, and is retired without its private half", {
    allows: [
      [
        key("old", { signs: false }),
        key("lost", { signs: false, isWithdrawn: true }),
        key("new", { signs: true }),
      ],
    ],
    refuses: [
      ["signing_keys_current", key("one", { signs: true }), key("two", { signs: true })],
      ["signing_keys_pkey", key("one", { signs: false }), key("one", { signs: false })],
      ["signing_keys_check", key("old", { signs: true, isRetired: true })],
      ["signing_keys_check", key("old", { signs: false, isRetired: false })],
      ["signing_keys_check1", key("lost", { signs: true, isWithdrawn: true })],
    ],
  });
});
