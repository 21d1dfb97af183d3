import type { Operation } from "#docs/reference/contents";
import { sampleLanguages } from "./languages";
import { type Replacement, replacementsIn, type SampleValues, sampleRequest } from "./request";

export interface SampleCode {
  tabs: { id: string; name: string; code: string }[];
  /** The same in every language. */
  replacements: Replacement[];
}

/** Returns the operation's sample in each language. */
export function sampleOf(operation: Operation, values: SampleValues = {}): SampleCode {
  const request = sampleRequest(operation, values);
  const tabs = sampleLanguages.map(({ id, name, write }) => ({ id, name, code: write(request) }));
  return { tabs, replacements: replacementsIn(tabs[0]?.code ?? "") };
}
