/** Normalizes what a portal's form or an export may change in a text: case and white space. */
export function comparableText(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();
}

export function isSameText(a: string, b: string): boolean {
  return comparableText(a) === comparableText(b);
}

/** Legal forms, as registries write, shorten or leave them out. */
const LEGAL_FORMS = new Set(
  (
    "ab ag aps as asa bv co company corp corporation eg ek ev gbr gmbh inc incorporated kft kg kk " +
    "lda limited llc llp lp ltd ltda mbh nv oy oyj plc pte pty sa sarl sas se sl sp spa srl ug"
  ).split(" "),
);

/** Letters and digits of a name: without diacritics, punctuation and legal forms. */
function coreOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("&", " and ")
    .replace(/(?<=\p{L})\.(?=\p{L}\b)/gu, "");
  const tokens = plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const core = tokens.filter((token) => !LEGAL_FORMS.has(token));
  return (core.length > 0 ? core : tokens).join(" ");
}

/** Shorter texts are names of their own rather than the beginning of another. */
const MIN_CUT_LENGTH = 10;

/** Returns whether a name may be the other one, cut off by a form's limit. */
function isCutOff(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= MIN_CUT_LENGTH && long.startsWith(short);
}

/**
 * Returns whether two names may mean the same: they differ by case, diacritics, punctuation, a legal
 * form, "on behalf of", or an end that is cut off. A person must decide whether they do.
 */
export function isSimilarName(a: string, b: string): boolean {
  const names = (text: string) => [text, ...text.split(/\bon behalf of\b/i).slice(1)].map(coreOf);
  return names(a).some((one) =>
    names(b).some((other) => one !== "" && (one === other || isCutOff(one, other))),
  );
}
