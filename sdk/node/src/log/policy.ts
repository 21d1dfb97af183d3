// Policies of c2sp.org/tlog-policy: which logs are accepted, and which witnesses must have signed.
import type { SignedCheckpoint } from "./checkpoint.js";
import { FormatError, isSameKey, parseVerifierKey, type VerifierKey, verifyNote } from "./note.js";

export interface PolicyKey {
  name: string;
  key: VerifierKey;
  url: string | null;
}

interface Group {
  threshold: number;
  members: string[];
}

export interface Policy {
  logs: PolicyKey[];
  witnesses: PolicyKey[];
  groups: Map<string, Group>;
  /** A witness, a group, or `none`. */
  quorum: string;
}

const isDefined = ({ witnesses, groups }: Policy, name: string) =>
  groups.has(name) || witnesses.some((witness) => witness.name === name);

function addKey(policy: Policy, isWitness: boolean, [name = "", text = "", url]: string[]): void {
  const keys = isWitness ? policy.witnesses : policy.logs;
  const key = parseVerifierKey(text);
  if (key.isCosigner !== isWitness) throw new FormatError(`The key of ${name} is of another type.`);
  const isKnown = keys.some((other) => isSameKey({ ...other.key, name: key.name }, key));
  if (isKnown) throw new FormatError(`The key of ${name} is listed twice.`);
  keys.push({ name, key, url: url ?? null });
}

function groupOf(policy: Policy, [amount = "", ...members]: string[]): Group {
  const used = [...policy.groups.values()].flatMap((group) => group.members);
  const isUsable = (name: string) => isDefined(policy, name) && !used.includes(name);
  const named: Record<string, number> = { all: members.length, any: 1 };
  const threshold = named[amount] ?? (/^[1-9]\d*$/.test(amount) ? Number(amount) : 0);
  const isOnce = new Set(members).size === members.length;
  if (!isOnce || !members.every(isUsable) || threshold < 1 || threshold > members.length) {
    throw new FormatError("A group needs known members, each in one group, and a threshold.");
  }
  return { threshold, members };
}

function addLine(policy: Policy, [kind = "", name = "", ...fields]: string[]): void {
  const isNew = name !== "none" && !isDefined(policy, name);
  if (kind === "log" && fields.length < 2) addKey(policy, false, [name, name, ...fields]);
  else if (kind === "witness" && isNew && fields.length < 3)
    addKey(policy, true, [name, ...fields]);
  else if (kind === "group" && isNew) policy.groups.set(name, groupOf(policy, fields));
  else if (kind === "quorum" && !policy.quorum && (name === "none" || !isNew)) policy.quorum = name;
  else throw new FormatError(`Not a line of a policy: ${[kind, name].join(" ")}`);
}

/** @throws FormatError that names the line */
export function parsePolicy(text: string): Policy {
  const policy: Policy = { logs: [], witnesses: [], groups: new Map(), quorum: "" };
  for (const line of text.split("\n")) {
    const fields = line.split(/[ \t]+/).filter(Boolean);
    if (fields.length > 0 && !fields[0]?.startsWith("#")) addLine(policy, fields);
  }
  if (!policy.quorum) throw new FormatError("A policy needs a quorum, such as `quorum none`.");
  return policy;
}

/** Returns true if the checkpoint has the cosignatures that the policy's quorum needs. */
export function hasQuorum(policy: Policy, { note }: SignedCheckpoint): boolean {
  const keys = policy.witnesses.map((witness) => witness.key);
  const signed = verifyNote(note, keys);
  const isMet = (name: string): boolean => {
    const group = policy.groups.get(name);
    if (group) return group.members.filter(isMet).length >= group.threshold;
    return policy.witnesses.some(
      (witness) => witness.name === name && signed.includes(witness.key),
    );
  };
  return policy.quorum === "none" || isMet(policy.quorum);
}
