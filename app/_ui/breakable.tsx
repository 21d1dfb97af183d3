// A serial number or address that may go on in the next line after each hyphen or slash.
import { Fragment } from "react";

export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[-/])/).map((part, index, parts) => (
    <Fragment key={parts.slice(0, index + 1).join("")}>
      {part}
      <wbr />
    </Fragment>
  ));
}
