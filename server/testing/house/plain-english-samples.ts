// Planted words that the rule about words must find.
import type { RuleName } from "./rules";
import { inFile, type Sample, withText } from "./sample";

const plain: RuleName = "names, comments and texts are in plain English";
const file = "server/domain/orders/read-orders.ts";

export const plainEnglishSamples: Sample[] = [
  inFile(plain, file, "const toldOf = 1;", /`told` is banned in identifiers: use report/),
  inFile(plain, file, "const order = { wantedRows: 1 };", /`wanted` is banned in identifiers/),
  inFile(plain, file, "type RowShown = string;", /`shown` is banned in identifiers/),
  inFile(plain, file, "const rows = (FOUND_ROWS: number) => 1;", /`found` is banned/),
  inFile(plain, file, "// Whoever places an order waits.", /:2: `Whoever` is banned in comments/),
  inFile(plain, file, "/** What an order costs. */", /`What` is banned in comments: use a noun/),
  inFile(plain, file, "const x = 1; // The deed is done.", /`deed` is banned in comments/),
  inFile(plain, file, 'const x = "The key was told to you.";', /`told` is banned in texts/),
  inFile(plain, file, "const x = `It is not sound, nobody knows`;", /`nobody` is banned/),
  withText(plain, "docs/orders.md", "The colour of an order\n", /`colour` is banned in documents/),
  inFile(
    plain,
    "app/admin/team.tsx",
    "export const Empty = () => <p>Nobody works here.</p>;",
    /`Nobody` is banned in texts: use no one/,
  ),
];
