"use client";
// The id in the address of a screen that shows one thing.
import { useParams } from "next/navigation";
import { idIn } from "#ui/id-in";

export function useRouteId(): string {
  return idIn(String(useParams()["id"] ?? ""));
}
