// The product's mark and name, leading to the front page.

export function Brand() {
  return (
    <a href="/" className="inline-flex items-center gap-2.5 rounded text-ink">
      <svg viewBox="0 0 24 24" className="size-6" aria-hidden="true">
        <rect width="24" height="24" rx="7" fill="#0d5c41" />
        <path d="M16.2 8.2a6 6 0 1 0 0 7.6" fill="none" stroke="#fff" strokeWidth="2.6" />
      </svg>
      <span className="font-semibold tracking-tight">Carbon Till</span>
    </a>
  );
}
