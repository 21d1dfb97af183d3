"use client";
// Loads a screen and its data while the pointer rests on a link to it.
import type { PrefetchKind } from "next/dist/client/components/router-reducer/router-reducer-types";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** A pointer that only passes over a link stays for less. */
const DWELL_MS = 70;
const SCREEN = /^\/admin\/[^/]+\/(live|test)(\/|$)/;
const FILE = /\.\w+$|\/(pdf|evidence)$/;

/** Address of the screen that a click on the element would open. */
function screenAt(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  const link =
    target.closest<HTMLAnchorElement>("a[href]") ??
    target.closest("[data-row]")?.querySelector<HTMLAnchorElement>("[data-title] a[href]");
  if (!link || link.target || link.matches("[download], [data-in-place]")) return null;
  const { origin, pathname, search } = link;
  const isScreen = origin === window.location.origin && SCREEN.test(pathname);
  return isScreen && !FILE.test(pathname) ? pathname + search : null;
}

export function useHoverPrefetch(): void {
  const router = useRouter();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current: string | null = null;
    const onPoint = ({ target }: Event) => {
      const address = screenAt(target);
      if (address === current) return;
      clearTimeout(timer);
      current = address;
      if (address === null) return;
      const load = () => router.prefetch(address, { kind: "full" as PrefetchKind });
      timer = setTimeout(load, DWELL_MS);
    };
    document.addEventListener("pointerover", onPoint);
    document.addEventListener("focusin", onPoint);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", onPoint);
      document.removeEventListener("focusin", onPoint);
    };
  }, [router]);
}
