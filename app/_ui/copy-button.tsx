// Copies a text at a click, by public/page.js, which a page with such a button loads.

export function CopyButton({ text, what }: { text: string; what: string }) {
  return (
    <button
      type="button"
      data-copy={text}
      className="-my-1 shrink-0 rounded-md px-2 py-1 text-sm font-medium text-accent hover:bg-soft noscript:hidden"
    >
      <span aria-live="polite" data-said="Copied">
        Copy
      </span>
      <span className="sr-only"> {what}</span>
    </button>
  );
}
