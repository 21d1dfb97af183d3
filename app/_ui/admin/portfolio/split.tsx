"use client";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { fillOf, ShareBar } from "#ui/share-bar";

type Preview = RouterOutput["portfolios"]["preview"];

export function Swatch({ color }: { color: number }) {
  return (
    <svg viewBox="0 0 12 12" className="mt-[0.3rem] size-3 shrink-0" aria-hidden="true">
      <rect width="12" height="12" rx="3" className={fillOf({ color })} />
    </svg>
  );
}

export function Split({ preview: { categories, amountKg } }: { preview: Preview }) {
  return (
    <>
      <ShareBar
        className="h-2.5"
        parts={categories.map(({ id, color, kg }) => ({ key: id, color, share: kg / amountKg }))}
      />
      <ul className="mt-4 space-y-4 text-[0.9375rem]">
        {categories.map(({ id, name, color, kg, projects }) => (
          <li key={id}>
            <p className="flex justify-between gap-4 font-medium">
              <span className="flex min-w-0 gap-2.5">
                <Swatch color={color} />
                {name}
              </span>
              <span className="shrink-0 tabular-nums">{formatMass(kg)}</span>
            </p>
            <ul className="mt-1 space-y-0.5 pl-5.5 text-sm text-quiet">
              {projects.map((project) => (
                <li key={project.id} className="flex justify-between gap-4">
                  <span className="min-w-0">{project.name}</span>
                  <span className="shrink-0 tabular-nums">{formatMass(project.kg)}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}
