interface Props {
  replacements: readonly { text: string; hint: string; list: string | null }[];
}

/** Says what to replace in a sample. public/docs.js replaces IDs with the reader's own. */
export function Replacements({ replacements }: Props) {
  return replacements.map(({ text, hint, list }) => (
    <p
      key={text}
      data-placeholder={text}
      data-list={list ?? undefined}
      className="text-sm break-words text-quiet"
    >
      Replace <code>{text}</code> with {hint}.
    </p>
  ));
}
