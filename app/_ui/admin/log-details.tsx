interface Props {
  details: readonly (readonly [name: string, value: string | null | undefined])[];
}

/** The other details of a log entry, behind a disclosure triangle. */
export function LogDetails({ details }: Props) {
  return (
    <details className="mt-1">
      <summary className="inline-block cursor-pointer rounded py-1 text-sm text-quiet hover:text-ink">
        Details
      </summary>
      <dl className="mt-1.5 mb-1 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
        {details.map(([name, value]) => (
          <div key={name} className="contents max-sm:block">
            <dt className="text-quiet first-letter:uppercase">{name}</dt>
            <dd className="wrap-anywhere max-sm:mb-1">{value ?? "–"}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
