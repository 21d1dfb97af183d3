"use client";
import { useState } from "react";

/** Of results that others are about to replace; not at once, so that fast ones don't flicker. */
export const oldClass = "opacity-50 transition-opacity delay-150 motion-reduce:transition-none";

/**
 * The query with its last result until the next one has come. Only for lists and their sums: the
 * price of another amount must never stay.
 */
export function usePrevious<Data, Query extends { data: Data | undefined }>(
  query: Query & { data: Data | undefined },
) {
  const { data } = query;
  const [previous, setPrevious] = useState(data);
  if (data !== undefined && data !== previous) setPrevious(data);
  return { ...query, data: data ?? previous, isOld: data === undefined && previous !== undefined };
}
