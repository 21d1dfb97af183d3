"use client";
// The document's title on a screen of the dashboard, whose page runs in the browser and has no metadata.

export function Title({ children }: { children: string }) {
  return <title>{`${children} · Carbon Till dashboard`}</title>;
}
