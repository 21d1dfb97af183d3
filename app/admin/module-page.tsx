import { notFound } from "next/navigation";
import type { ComponentType } from "react";
import { isUsed } from "#modules";
import type { ScreenQueries } from "#ui/admin/trpc";
import { screenPage } from "./screen-page";

/** The queries of a screen, with those of its part that a module adds. */
export function withModule(
  module: string,
  queries: ScreenQueries,
  ofModule: ScreenQueries,
): ScreenQueries {
  if (!isUsed(module)) return queries;
  return (trpc, inputs) => ({ ...queries(trpc, inputs), ...ofModule(trpc, inputs) });
}

/** The page of a module's screen, which does not exist without the module. */
export function modulePage(module: string, Screen: ComponentType, queries: ScreenQueries) {
  return isUsed(module) ? screenPage(Screen, queries) : notFound;
}
