import type { RecordNote } from "#domain/certificates";
import { Quoting } from "./text";

interface Props {
  note: RecordNote;
  /** Label of the link to the registry's record. */
  link: string;
}

/** A note on what a registry has on record, with its own wording and a link to it. */
export function RecordText({ note: { text, wording, quotation, url }, link }: Props) {
  return (
    <>
      <Quoting text={text} phrases={[]} />
      {url !== null && (
        <>
          {" "}
          <a href={url} className="link whitespace-nowrap">
            {link}
          </a>
        </>
      )}
      {quotation !== null && wording !== null && (
        <span className="block">
          <Quoting text={quotation} phrases={[wording]} />
        </span>
      )}
    </>
  );
}
