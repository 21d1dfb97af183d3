// What a kilogram of the portfolio is made of: categories by their share, and their projects.
import type { PortfolioDetailResource } from "#domain/catalogue";
import { projectPath } from "#ui/catalogue-path";
import { SheetPart } from "#ui/catalogue-sheet";
import { fillOf } from "#ui/shades";
import { ShareBar } from "#ui/share-bar";

type Allocation = PortfolioDetailResource["category_allocations"][number];

interface Props {
  mode: "live" | "test";
  portfolio: PortfolioDetailResource;
}

/** "35 %"; the fractions have six decimals at most. */
const share = new Intl.NumberFormat("en-US", { maximumFractionDigits: 4 });

function Category({ part, index, mode }: { part: Allocation; index: number; mode: Props["mode"] }) {
  const { category, allocated_fraction } = part;
  return (
    <li className="border-t border-line py-8 last:pb-0">
      <div className="flex items-baseline justify-between gap-x-6">
        <h3 className="flex min-w-0 gap-3 text-xl/snug font-semibold tracking-tight">
          <svg viewBox="0 0 12 12" className="mt-1.5 size-3.5 shrink-0" aria-hidden="true">
            <rect width="12" height="12" rx="3" className={fillOf(index)} />
          </svg>
          <span className="min-w-0 text-pretty">{category.name}</span>
        </h3>
        <p className="shrink-0 text-xl/snug font-semibold tracking-tight whitespace-nowrap tabular-nums">
          {share.format(allocated_fraction * 100)} %
        </p>
      </div>
      <div className="sm:pl-6.5">
        {category.description !== "" && (
          <p className="mt-2 max-w-2xl text-pretty text-quiet">{category.description}</p>
        )}
        <ul className="mt-5 grid gap-x-12 gap-y-5 sm:grid-cols-2">
          {category.projects.map((project) => (
            <li key={project.id} className="min-w-0">
              <a href={projectPath(project.id, mode)} className="link font-medium">
                {project.name}
              </a>
              <p className="mt-0.5 text-[0.9375rem] text-quiet">
                {[project.type, project.location_name].filter(Boolean).join(" · ")}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}

export function Categories({ mode, portfolio }: Props) {
  const parts = portfolio.category_allocations;
  return (
    <SheetPart title="What a kilogram is made of">
      {parts.length > 1 && (
        <ShareBar
          className="mt-6 h-2.5"
          parts={parts.map(({ category, allocated_fraction }) => ({
            key: category.id,
            share: allocated_fraction,
          }))}
        />
      )}
      <ul className="mt-7">
        {parts.map((part, index) => (
          <Category key={part.category.id} part={part} index={index} mode={mode} />
        ))}
      </ul>
    </SheetPart>
  );
}
