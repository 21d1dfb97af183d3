// The projects' shares of the whole as one bar.
import type { CertificateResource } from "#domain/certificates";
import { fillOf } from "#ui/shades";

export function ShareBar({ certificate }: { certificate: CertificateResource }) {
  const { projects, amount_kg: totalKg } = certificate;
  let x = 0;
  return (
    <svg
      viewBox="0 0 1000 10"
      preserveAspectRatio="none"
      className="mt-4 h-2.5 w-full rounded-full"
      aria-hidden="true"
    >
      {projects.map((project, index) => {
        const width = (project.amount_kg / totalKg) * 1000;
        const left = x;
        x += width;
        const gap = index < projects.length - 1 ? 3 : 0;
        return (
          <rect
            key={project.id}
            x={left}
            width={Math.max(width - gap, 1.5)}
            height="10"
            className={fillOf(index)}
          />
        );
      })}
    </svg>
  );
}
