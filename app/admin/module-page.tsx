import { notFound } from "next/navigation";
import type { ComponentType } from "react";
import { isUsed } from "#modules";
import type { ScreenQueries } from "#ui/admin/trpc";
import { screenPage } from "./screen-page";

/** The page of a module's screen, which does not exist without the module. */
export function modulePage(module: string, Screen: ComponentType, queries: ScreenQueries) {
  return isUsed(module) ? screenPage(Screen, queries) : notFound;
}
