// A fake of DNS: names that lead where a test says, and elsewhere the next time.

/** Name → its answers, one for each time that it is asked for; the last one stays. */
export type FakeNames = Readonly<Record<string, readonly (readonly string[])[]>>;

/** A look-up that knows these names alone; a name that it does not know leads nowhere. */
export function fakeNames(names: FakeNames): (name: string) => Promise<string[]> {
  const asked = new Map<string, number>();
  return async (name) => {
    const answers = names[name] ?? [];
    const times = asked.get(name) ?? 0;
    asked.set(name, times + 1);
    return [...(answers[Math.min(times, answers.length - 1)] ?? [])];
  };
}
