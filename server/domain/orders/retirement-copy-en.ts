import { beforePeriod } from "#core/sentence";
import type { RetirementCopy, SentenceFacts } from "./retirement-copy";

const at = ({ registry }: SentenceFacts) =>
  registry ? `at ${registry}` : "in the sandbox registry";
const recordsOf = ({ registry }: SentenceFacts) =>
  registry ? `the records of ${registry}` : "the sandbox registry's records";
const referenceOf = ({ reference }: SentenceFacts) =>
  reference === null ? "" : `, reference ${reference}`;

export const english: RetirementCopy = {
  labels: {
    disputed: "Retirement disputed",
    cancelled: "Cancelled at the registry",
    unreported: "No registry record",
    pending: "Retirement pending",
    requested: "Retirement requested",
    retired: "Retired",
  },
  orderCancelled: "This order was cancelled. No carbon credits were retired for it.",
  waiting:
    "This order is waiting to be matched with carbon credits. " +
    "Nothing is retired for it yet, and this is not a certificate.",
  setAside: ({ mass, name }) =>
    `${mass} of carbon credits have been set aside for ${name} and can't be sold to anyone else.`,
  allocated: ({ mass, name }) =>
    `${mass} of carbon credits were allocated to ${beforePeriod(name)}.`,
  retiredInParts: ({ mass, name }) => `${mass} of carbon credits for ${name} are retired.`,
  retiredByDay: (facts) => `${facts.mass} were retired ${at(facts)}, the last on ${facts.day}.`,
  pending: {
    whole: (facts) => `Retirement ${at(facts)} is pending.`,
    part: (facts) => `Retirement of ${facts.mass} ${at(facts)} is pending.`,
  },
  requested: {
    whole: (facts) => `Retirement ${at(facts)} has been requested and is not confirmed yet.`,
    part: (facts) =>
      `Retirement of ${facts.mass} ${at(facts)} has been requested and is not confirmed yet.`,
  },
  retired: {
    whole: (facts) =>
      `${facts.mass} of carbon credits for ${facts.name} were retired ${at(facts)} ` +
      `on ${facts.day}${referenceOf(facts)}.`,
    part: (facts) =>
      `${facts.mass} were retired ${at(facts)} on ${facts.day}${referenceOf(facts)}.`,
  },
  unreported: {
    whole: ({ mass, name, seller, day }) =>
      `${mass} of carbon credits for ${name} were retired in ${seller}'s ledger on ${day}; ` +
      "no registry record on file.",
    part: ({ mass, seller, day }) =>
      `${mass} were retired in ${seller}'s ledger on ${day}; no registry record on file.`,
  },
  disputed: {
    whole: (facts) =>
      `${facts.mass} of carbon credits were allocated to ${facts.name}, but ${recordsOf(facts)} ` +
      "show some or all of them as retired for someone else. " +
      `Until ${facts.seller} has resolved this, they do not count as retired.`,
    part: (facts) =>
      `For ${facts.mass}, ${recordsOf(facts)} show some or all of the credits as retired for ` +
      `someone else. Until ${facts.seller} has resolved this, they do not count as retired.`,
  },
  cancelled: {
    whole: (facts) =>
      `${facts.mass} of carbon credits were allocated to ${facts.name}, but they were cancelled ` +
      `${at(facts)} on ${facts.day}${referenceOf(facts)}, not retired. Until ${facts.seller} has ` +
      "substituted other credits, they do not count as retired.",
    part: (facts) =>
      `${facts.mass} were cancelled ${at(facts)} on ${facts.day}${referenceOf(facts)}, not ` +
      `retired. Until ${facts.seller} has substituted other credits, they do not count as retired.`,
  },
  replaced: {
    disputed: (facts) =>
      `Of the credits first allocated, ${recordsOf(facts)} show ${facts.mass} as retired for ` +
      `someone else. ${facts.seller} substituted other credits for them on ${facts.day}.`,
    cancelled: (facts) =>
      `Of the credits first allocated, ${facts.mass} were cancelled ${at(facts)}. ${facts.seller} ` +
      `substituted other credits for them on ${facts.day}.`,
  },
  final: "They are permanently out of circulation and can't be sold, transferred, or used again.",
  unnamed: (facts) =>
    `No beneficiary is named in ${recordsOf(facts)}: the attribution to ${facts.name} is ` +
    `${facts.seller}'s own record, not the registry's.`,
  shared: (pool) =>
    "A tonne shared with others was retired for all of them at once. Wording in the registry: " +
    `“${pool}”.`,
  test: "This is a test with sandbox credits. No real credits were retired.",
};
