// Words that the glossary and plain English replace. docs/glossary.md has the terms to use.

interface Banned {
  /** Parts of identifiers, in lower case. */
  identifiers: readonly (readonly [parts: string, use: string])[];
  /** Comments, texts and documents. */
  prose: readonly (readonly [pattern: RegExp, use: string])[];
  /** Texts only. */
  copy: readonly (readonly [pattern: RegExp, use: string])[];
  /** Comments only. */
  comments: readonly (readonly [pattern: RegExp, use: string])[];
}

export const banned: Banned = {
  identifiers: [
    ["told tell tells telling", "report, notify, message or label"],
    ["say says said saying", "report, message, label or text"],
    ["wanted wants", "query, filter, params, options or expected"],
    ["found", "result, row, match, or the noun it is"],
    ["shown", "item, row, view, or the noun it is"],
    ["made", "created, built, or the noun it is"],
    ["kept", "stored, saved or remaining"],
    ["seen", "current, visited or known"],
    ["stood stands standing standings", "current, state, status or balance"],
    ["words texts", "copy, messages, translations or labels"],
    ["look looks looked looking", "variant, review, scan or lookup"],
    ["deed deeds act acts", "action or actions"],
    ["twin twins", "testAccount or counterpart"],
    ["door doors", "entryPoint, API, or its name"],
    ["situation situations", "state or transition"],
    ["learn learns learned learnt", "apply or applyStatus"],
    ["ask asks asked asking", "request, query, poll, prompt or call"],
    ["answer answers answered answering", "response, result or reply"],
    ["mishap mishaps", "failure or error"],
    ["mood moods", "tone or state"],
    ["complain complains complaint complaints", "violation or problem"],
    ["sought", "query, target or search"],
    ["dear", "expensive or costly"],
    ["hasty", "early or impatient"],
    ["dialled dial", "connected or opened"],
    ["heard hear hears hearsay", "received"],
    ["mine theirs ours", "own, other, or the noun it is"],
    ["begun came comes", "started, arrived or received"],
    ["beside", "near, alongside or with"],
    ["sound", "consistent"],
    ["patience", "timeout or maxWait"],
    ["anew lest thereby", "again, or nothing"],
    ["obstacle obstacles", "reason, blocker or conflict"],
    ["kin folk", "related"],
    [
      "colour colours fulfil fulfils fulfilment organisation behaviour licence favour neighbour",
      "the American spelling",
    ],
  ],
  prose: [
    [
      /\b(told|deeds?|anew|thereby|nevertheless|lest|whereby|thereof|wherein|herein)\b/i,
      "plain words",
    ],
    [
      /\b(what became of|came to nothing|broke off|of its own accord|as it stands|so many|what of it|who says nothing)\b/i,
      "aborted, failed, by itself, as is, or another sentence",
    ],
    [/\b(nobody|whoever|somebody)\b/i, "no one, anyone who, someone, or the person"],
    [/\b(twins?|doors?)\b/i, "test account or counterpart; API or entry point"],
    [/\b(seldom|suffices?|fares|hears|heard|sought|ought)\b/i, "everyday words"],
    [/\b(those who|lets? (itself|yourself)|valid until|go together)\b/i, "a plain sentence"],
    [/\b(answers?|answered|answering)\b/i, "response, result, responds or returns"],
    [
      /\b(colours?|behaviours?|organis\w+|fulfils?|fulfilment|licence|favour|neighbours?|recognis\w+)\b/i,
      "the American spelling",
    ],
  ],
  copy: [[/\bthere (is|are) none\b/i, "a sentence with the noun"]],
  comments: [
    [
      /^[\s*/]*(What|Who|Whom|Whose|Where|Wherever|Which|How|Whether)\b(?![^.]*\?)/,
      "a noun or a verb at the beginning, not a clause",
    ],
    [
      /\b(beforehand|besides|meanwhile|hitherto|he who|be it|nor is|nor does|made up for)\b/i,
      "a plain sentence",
    ],
  ],
};
