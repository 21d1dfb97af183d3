// The one field of the check: what is typed stands in the address, so that it can be shared.
import { MAX_QUERY_LENGTH } from "#domain/certificates";

export function Form({ asked }: { asked: string }) {
  return (
    <search className="mt-8 block">
      <form action="/verify" method="get">
        <label htmlFor="q" className="text-[0.9375rem] font-medium">
          Serial number, order number or certificate link
        </label>
        <div className="mt-1.5 flex gap-3 max-sm:flex-col">
          <input
            id="q"
            name="q"
            type="text"
            required
            maxLength={MAX_QUERY_LENGTH}
            defaultValue={asked.slice(0, MAX_QUERY_LENGTH)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            className="block min-h-12 w-full min-w-0 grow rounded-lg border border-edge bg-paper px-3.5 text-base text-ink"
          />
          <button
            type="submit"
            className="min-h-12 shrink-0 cursor-pointer rounded-lg bg-accent px-6 text-base font-medium text-paper transition-colors hover:bg-accent-strong motion-reduce:transition-none"
          >
            Check
          </button>
        </div>
      </form>
    </search>
  );
}
