"use client";
// What was retired in all, and how it falls to the categories.
import { formatMass } from "#core/mass";
import { ShareBar } from "#ui/share-bar";

interface Props {
  totalKg: number;
  categories: readonly { name: string; kg: number }[];
}

export function RetiredKg({ totalKg, categories }: Props) {
  return (
    <>
      <p className="text-4xl font-semibold tracking-tight tabular-nums">{formatMass(totalKg)}</p>
      <p className="mt-1 text-[0.9375rem] text-quiet">of CO₂e retired, in all</p>
      {categories.length > 0 && (
        <>
          <ShareBar
            parts={categories.map(({ name, kg }) => ({ key: name, share: kg / totalKg }))}
            className="mt-5 h-2"
          />
          <ul className="mt-4 grid gap-x-8 gap-y-2 text-[0.9375rem] sm:grid-cols-2">
            {categories.map(({ name, kg }) => (
              <li key={name} className="flex justify-between gap-4">
                <span>{name}</span>
                <span className="whitespace-nowrap text-quiet tabular-nums">{formatMass(kg)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
