const plainLetters: Record<string, string> = {
  ...{ ŋ: "n", ø: "o", ł: "l", đ: "d", ħ: "h", ŧ: "t", ı: "i", ð: "d", ς: "σ" },
  ...{ ß: "ss", æ: "ae", œ: "oe", þ: "th" },
};

/** The text without accents and case, as the columns `search_name` have names. */
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[ŋøłđħŧıðςßæœþ]/g, (letter) => plainLetters[letter] ?? letter);
}
