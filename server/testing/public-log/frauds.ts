// Frauds by a seller who has the log's key, and writes the log so that each passes unless it is
// looked for. `by` is the least that finds it.
//
// Public entries can't show: an order that was sold and never entered, until its customer compares
// a certificate; kilograms that the seller never had, or sold elsewhere too, which a registry
// shows; a beneficiary's name, whom only a certificate opens; one log for each customer, unless two
// of them compare, or witnesses sign.
import { encodeEntry } from "#sdk/log";
import { fraudsOfEntries } from "./frauds-of-entries";
import { type Files, filesOf, keyOf, openingsOf, proofOf } from "./generated-log";
import {
  allocationOf,
  certificateOf,
  changed,
  type Fraud,
  first,
  honestBytes,
  honestEntries,
  honestFiles,
  linked,
  type Planted,
} from "./honest-log";

/** Another history that is consistent by itself: order 100 is of another project. */
const rewritten = () =>
  linked(changed((_, { sold }) => Object.assign(first(sold), { project: "PR-9" }))).map(
    encodeEntry,
  );
const without = (order: number) =>
  linked(structuredClone(honestEntries.filter(({ subject }) => subject !== subjectOf(order))));
const subjectOf = (order: number) => honestEntries[allocationOf(order)]?.subject;
const signedOf = (log: Files) => String(log.get("checkpoint"));

const remembered = (name: string, code: string, plant: () => Planted): Fraud => ({
  ...{ name, by: "remembered checkpoint", code, plant },
});
const ofRemembered: Fraud[] = [
  remembered("a history written again", "history-changed", () => ({
    ...{ files: filesOf(rewritten()), remembered: signedOf(honestFiles) },
  })),
  remembered("an order taken out", "history-changed", () => ({
    files: filesOf(without(100).map(encodeEntry)),
    remembered: signedOf(filesOf(honestBytes.slice(0, 700))),
  })),
  remembered("a log that became shorter", "history-changed", () => ({
    files: filesOf(honestBytes.slice(0, 700)),
    remembered: signedOf(honestFiles),
  })),
  remembered("a new log under the old name", "remembered-of-another-log", () => ({
    files: filesOf(honestBytes, keyOf("another key")),
    remembered: signedOf(honestFiles),
  })),
];

const certificate = (name: string, code: string, plant: () => Partial<Planted>): Fraud => ({
  ...{ name, by: "certificate", code, plant: () => ({ files: honestFiles, ...plant() }) },
});
const opened = (change: object) => {
  const openings = { ...openingsOf(100), ...change };
  const proof = proofOf({ entries: honestBytes, index: allocationOf(100), openings });
  return [{ name: "saved.tlog-proof", content: Buffer.from(proof) }];
};
const ofCertificates: Fraud[] = [
  certificate("a certificate for more than the log has", "certificate-wrong", () => ({
    certificates: [certificateOf(100, { amount_kg: 5000 })],
  })),
  certificate("a certificate in another name", "certificate-wrong", () => ({
    certificates: [certificateOf(100, { beneficiary: { name: "Eve" } })],
  })),
  certificate("one entry for two customers", "certificate-wrong", () => ({
    certificates: opened({ order: "ord_7", beneficiary: "Eve" }),
  })),
  certificate("another beneficiary opened", "certificate-wrong", () => ({
    certificates: opened({ beneficiary: "Eve" }),
  })),
  certificate("another time opened", "certificate-wrong", () => ({
    certificates: opened({ time: "2025-01-01T00:00:00.000Z" }),
  })),
  certificate("another registry reference opened", "certificate-wrong", () => ({
    certificates: opened({ reference: "retirement 7" }),
  })),
  certificate("a sale outside the log", "certificate-wrong", () => ({
    certificates: [certificateOf(100, { log: [] })],
  })),
  certificate("a certificate's entry taken out of the log", "certificate-not-in-log", () => ({
    files: filesOf(without(100).map(encodeEntry)),
    certificates: [certificateOf(100)],
  })),
  certificate("a certificate from a log for this customer alone", "certificate-not-in-log", () => ({
    certificates: [certificateOf(100, {}, rewritten())],
  })),
  certificate("a certificate from a log that is withheld", "certificate-not-in-log", () => ({
    files: filesOf(honestBytes.slice(0, 700)),
    certificates: [certificateOf(100)],
  })),
];

const copy = (name: string, code: string, plant: () => Planted): Fraud => ({
  ...{ name, by: "second copy", code, plant },
});
const ofCopies: Fraud[] = [
  copy("another history for others", "fork", () => ({
    ...{ files: honestFiles, against: filesOf(rewritten()) },
  })),
  copy("a shorter history for others, without an order", "fork", () => ({
    ...{ files: honestFiles, against: filesOf(without(100).map(encodeEntry)) },
  })),
  copy("a longer history for others, with other sales", "fork", () => ({
    ...{ files: filesOf(without(100).map(encodeEntry)), against: honestFiles },
  })),
  copy("a last entry that others don't see the same", "fork", () => ({
    files: honestFiles,
    against: filesOf(honestBytes.with(-1, honestBytes[0] ?? Buffer.alloc(0))),
  })),
  copy("a copy of another log", "copy-of-another-log", () => ({
    ...{ files: honestFiles, against: filesOf(honestBytes, keyOf("another key")) },
  })),
];

export const frauds: readonly Fraud[] = [
  ...fraudsOfEntries,
  ...ofRemembered,
  ...ofCertificates,
  ...ofCopies,
];
