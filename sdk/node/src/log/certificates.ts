// Certificates that someone saved: their proofs, as text, within JSON, or attached to a PDF.
import { inflateSync } from "node:zlib";
import { EntryError } from "./entry.js";
import type { Report } from "./findings.js";
import { FormatError, type VerifierKey } from "./note.js";
import { isProof, type LogProof, type ProvenEntry, parseProof, verifyProof } from "./proof.js";

export interface SavedCertificate {
  name: string;
  content: Uint8Array;
}

/** A certificate's JSON, as far as the log proves it. */
interface Claims {
  amount_kg?: unknown;
  beneficiary?: { name?: unknown };
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Embedded files of a PDF are streams, mostly deflated. */
function* streamsIn(pdf: Buffer): Generator<string> {
  for (let at = pdf.indexOf("stream"); at >= 0; at = pdf.indexOf("stream", at)) {
    const start = at + (pdf[at + 6] === 0x0d ? 8 : 7);
    const end = pdf.indexOf("endstream", start);
    if (end < 0) return;
    const bytes = pdf.subarray(start, end);
    yield bytes.toString().replace(/\r?\n$/, "\n");
    try {
      yield inflateSync(bytes, { maxOutputLength: 1024 * 1024 }).toString();
    } catch {
      // Compressed in another way, or larger than a proof.
    }
    at = end + "endstream".length;
  }
}

function readCertificate(content: Uint8Array): { proofs: LogProof[]; claims: Claims } {
  const bytes = Buffer.from(content);
  if (bytes.subarray(0, 5).toString() === "%PDF-") {
    return { proofs: [...streamsIn(bytes)].filter(isProof).map(parseProof), claims: {} };
  }
  const text = bytes.toString();
  if (isProof(text)) return { proofs: [parseProof(text)], claims: {} };
  try {
    const claims = JSON.parse(text) as Claims;
    return { proofs: stringsIn(claims).filter(isProof).map(parseProof), claims };
  } catch (error) {
    if (error instanceof FormatError) throw error;
    throw new FormatError("Not a certificate: JSON, PDF or a proof is expected.");
  }
}

/** All entries of the order's first revision are needed to compare its kilograms. */
function checkClaims(proven: readonly ProvenEntry[], { amount_kg, beneficiary }: Claims) {
  const parts = proven.flatMap(({ entry }) => (entry.type === "allocated" ? entry.parts : []));
  const kg = parts.reduce((sum, { from_kg, to_kg }) => sum + to_kg - from_kg, 0);
  if (amount_kg !== undefined && amount_kg !== kg) {
    throw new FormatError(`It claims ${amount_kg} kg, and the log has ${kg} kg.`);
  }
  const name = proven.at(-1)?.openings.beneficiary;
  if (beneficiary && beneficiary.name !== name) {
    throw new FormatError("Its beneficiary is not the one that the log commits to.");
  }
}

/**
 * Verifies a certificate's proofs and its claims, and reports what is wrong. Without expected keys
 * it takes those in the proofs, which doesn't show who signed.
 */
export function verifyCertificate(
  { name, content }: SavedCertificate,
  report: Report,
  keys?: readonly VerifierKey[],
): ProvenEntry[] {
  try {
    const { proofs, claims } = readCertificate(content);
    if (proofs.length === 0) throw new FormatError("It has no proof of the log.");
    const proven = proofs
      .map((proof) => verifyProof(proof, keys))
      .sort((a, b) => a.index - b.index);
    if (new Set(proven.map(({ entry }) => entry.subject)).size > 1) {
      throw new FormatError("Its proofs are of several orders.");
    }
    checkClaims(proven, claims);
    return proven;
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof EntryError)) throw error;
    report("certificate-wrong", error.message, name);
    return [];
  }
}
