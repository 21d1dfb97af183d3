"use client";
// A button that looks like what it does, and says when it is doing it.
import type { ButtonHTMLAttributes } from "react";

const looks = {
  primary: "bg-accent text-paper hover:bg-accent-strong",
  secondary: "bg-paper text-ink ring-1 ring-line ring-inset hover:bg-soft",
  danger: "bg-danger text-paper hover:opacity-90",
  plain: "text-ink hover:bg-soft",
};

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: keyof typeof looks;
  /** While it works it can't be pressed again. */
  busy?: boolean;
}

export const buttonClass = (look: keyof typeof looks = "secondary") =>
  `inline-flex min-h-10 items-center justify-center gap-2 rounded-lg px-3.5 py-1.5 text-[0.9375rem] font-medium whitespace-nowrap transition-colors motion-reduce:transition-none disabled:opacity-50 ${looks[look]}`;

export function Button({ look = "secondary", busy = false, className = "", ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      disabled={busy || rest.disabled}
      aria-busy={busy || undefined}
      className={`${buttonClass(look)} ${className}`}
    />
  );
}
