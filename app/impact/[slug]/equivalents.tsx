// What the total is equal to, each with its picture, as the page's owner chose.
import { type EquivalentName, equivalentOf } from "#domain/impact";
import { Picture } from "./pictures";
import type { Shown } from "./shown";

/** Of one, and of any other number. */
const words: Record<EquivalentName, [one: string, more: string]> = {
  cars: ["gasoline car off the road for a year", "gasoline cars off the road for a year"],
  homes: ["US home’s energy for a year", "US homes’ energy for a year"],
  flights: [
    "passenger flown from Los Angeles to New York",
    "passengers flown from Los Angeles to New York",
  ],
  trees: ["tree seedling grown for 10 years", "tree seedlings grown for 10 years"],
};

function Equivalent({ name, kg }: { name: EquivalentName; kg: number }) {
  const value = equivalentOf(name, kg);
  const number = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 }).format(value);
  const [one, more] = words[name];
  return (
    <li className="min-w-0">
      <Picture of={name} />
      <p className="mt-4">
        <span className="block text-3xl font-semibold tracking-tight tabular-nums sm:text-4xl">
          {value === 0 ? "under 0.1" : number}
        </span>{" "}
        <span className="mt-1 block text-[0.9375rem] text-pretty text-quiet">
          {value === 1 ? one : more}
        </span>
      </p>
    </li>
  );
}

export function Equivalents({ shown }: { shown: Shown }) {
  const { page, impact } = shown;
  if (page.equivalents.length === 0) return null;
  return (
    <section
      aria-labelledby="equal-to"
      className="border-t border-line px-5 py-9 sm:px-12 sm:py-12"
    >
      <h2 id="equal-to" className="text-2xl font-semibold tracking-tight">
        That is equal to
      </h2>
      <ul className="mt-7 grid grid-cols-2 gap-x-6 gap-y-9 sm:gap-x-8 lg:grid-cols-4">
        {page.equivalents.map((name) => (
          <Equivalent key={name} name={name} kg={impact.total_offset_kgs} />
        ))}
      </ul>
      <p className="mt-8 text-sm text-quiet">
        {page.equivalents.length > 1 && "Each of them stands for the whole amount. "}
        Reckoned with the figures of the US Environmental Protection Agency.
      </p>
    </section>
  );
}
