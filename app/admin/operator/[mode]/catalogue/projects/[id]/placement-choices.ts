/** Choices of the selects beside the ids of categories and portfolios. */
export const NEW = "(new)";
export const KEEP = "(keep)";
