// A text set properly: its "CO₂", whose small 2 is not in the typeface's first file, and addresses
// of mail whole in one line.
import { Fragment } from "react";

function partOf(part: string) {
  if (part === "₂") return <sub>2</sub>;
  return part.includes("@") ? <span className="inline-block max-w-full">{part}</span> : part;
}

export function Words({ text }: { text: string }) {
  return text
    .split(/(₂|\S+@[^\s,]+\w)/)
    .map((part, index, parts) => (
      <Fragment key={parts.slice(0, index + 1).join("")}>{partOf(part)}</Fragment>
    ));
}
