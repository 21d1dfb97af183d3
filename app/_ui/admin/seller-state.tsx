"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useAccount } from "./account";
import { useTRPC } from "./trpc";

/** Names the seller details that a live checkout still needs. */
export function MissingDetails({ missing, href }: { missing: string[]; href?: string }) {
  return (
    <div
      role="status"
      className="mb-6 rounded-xl bg-warning-soft px-4 py-3 text-[0.9375rem] text-warning"
    >
      <p className="font-medium">You cannot open live checkouts yet.</p>
      <p className="mt-1 text-pretty">
        Missing in the seller details: {missing.join(", ")}.
        {href ? (
          <>
            {" "}
            <Link href={href} className="font-medium underline">
              Complete seller details
            </Link>
          </>
        ) : (
          " Test mode works without."
        )}
      </p>
    </div>
  );
}

/** In live mode, what the account must fill in before it can sell; else nothing. */
export function SellerNotice() {
  const { base, mode } = useAccount();
  const query = useQuery({ ...useTRPC().merchant.get.queryOptions(), enabled: mode === "live" });
  const missing = mode === "live" ? (query.data?.missing ?? []) : [];
  if (missing.length === 0) return null;
  return <MissingDetails missing={missing} href={`${base}/settings#seller`} />;
}
