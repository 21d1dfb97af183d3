"use client";
// Renews the page until the order is matched, without moving what is being read.
import { useRouter } from "next/navigation";
import { useEffect } from "react";

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

export function ReloadWhilePlaced() {
  const router = useRouter();
  useEffect(() => {
    let pauseMs = FIRST_MS;
    let timer = setTimeout(renew, pauseMs);
    function renew() {
      router.refresh();
      pauseMs = Math.min(pauseMs * 1.5, LONGEST_MS);
      timer = setTimeout(renew, pauseMs);
    }
    return () => clearTimeout(timer);
  }, [router]);
  return null;
}
