import { Fragment } from "react";

export function CO2e() {
  return (
    <span className="whitespace-nowrap">
      CO<sub>2</sub>e
    </span>
  );
}

export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[-/])/).map((part, index, parts) => (
    <Fragment key={parts.slice(0, index + 1).join("")}>
      {part}
      <wbr />
    </Fragment>
  ));
}
