// The UN's Sustainable Development Goals that something serves, by number and name.

interface Props {
  goals: readonly { number: number; name: string }[];
}

export function Goals({ goals }: Props) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-2 text-[0.9375rem]">
      {goals.map((goal) => (
        <li key={goal.number} className="flex items-baseline gap-2">
          <span className="min-w-6 rounded bg-soft px-1 text-center text-sm font-semibold text-accent">
            {goal.number}
          </span>
          {goal.name}
        </li>
      ))}
    </ul>
  );
}
