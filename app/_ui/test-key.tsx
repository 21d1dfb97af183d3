/** Keeps the reader's test key in the browser tab; public/docs.js fills the samples from it. */
export function TestKey() {
  return (
    <form
      data-test-key=""
      className="rounded-xl border border-line bg-paper px-4 py-3.5 text-[0.9375rem] noscript:hidden"
    >
      <label className="block font-medium">
        Your test key
        <span className="mt-1.5 flex gap-2">
          <input
            type="password"
            name="key"
            required
            pattern="\s*ct_test_\w+\s*"
            title="a key that starts with ct_test_"
            autoComplete="off"
            spellCheck={false}
            placeholder="ct_test_…"
            className="min-h-11 w-full min-w-0 rounded-lg border border-edge bg-paper px-3 font-mono text-sm placeholder:text-quiet"
          />
          <button
            type="submit"
            className="min-h-11 shrink-0 rounded-lg px-3.5 font-medium text-ink ring-1 ring-edge ring-inset hover:bg-soft"
          >
            Use key
          </button>
        </span>
      </label>
      <p data-key-state="" role="status" className="mt-2 text-sm text-quiet">
        The key stays in this browser tab. Samples then show your own key and IDs, and you can send
        requests from the API reference.
      </p>
      <button
        type="button"
        data-forget-key=""
        hidden
        className="mt-1 rounded text-sm font-medium text-accent"
      >
        Forget the key
      </button>
    </form>
  );
}
