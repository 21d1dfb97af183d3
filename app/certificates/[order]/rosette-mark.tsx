// The rosette that belongs to this certificate alone.
import { Fragment } from "react";
import { ROSETTE_VIEW_BOX, rosette } from "#domain/certificates";

interface Props {
  seed: string;
  className: string;
}

export function RosetteMark({ seed, className }: Props) {
  return (
    <svg viewBox={ROSETTE_VIEW_BOX} className={className} fill="none" aria-hidden="true">
      <g stroke="currentColor" strokeWidth="1.3">
        {rosette(seed).map(({ path, turns }, strand) => (
          <Fragment key={path}>
            <defs>
              <path id={`strand-${strand}`} d={path} />
            </defs>
            {turns.map((degrees) => (
              <use key={degrees} href={`#strand-${strand}`} transform={`rotate(${degrees})`} />
            ))}
          </Fragment>
        ))}
      </g>
    </svg>
  );
}
