// Whether a password may be used: not a short one, nor one that guessers try early.
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { invalid } from "#core/errors";

const MIN_LENGTH = 10;
/** Of 4: "safely unguessable, moderate protection from an offline slow-hash scenario". */
const MIN_SCORE = 3;

// Made at the first use: whoever never sets a password never loads its 40,000 words.
let judge: ZxcvbnFactory | undefined;

/**
 * Passes a password that is neither short, nor among the passwords of known breaches (the lists of
 * zxcvbn), nor made of the person's own words.
 * @throws invalid `password`, in words for the person
 */
export function judgePassword(password: string, ownWords: readonly string[]): void {
  if ([...password].length < MIN_LENGTH) {
    throw invalid("password", `must have at least ${MIN_LENGTH} characters`);
  }
  judge ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  // Long ones cost the judge more than they tell it.
  const { score } = judge.check(password.slice(0, 128), [...ownWords]);
  if (score >= MIN_SCORE) return;
  throw invalid(
    "password",
    "is easily guessed, or known from a breach: take several words that do not belong together",
  );
}
