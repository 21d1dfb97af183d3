/** Subaccounts for orders: the first hundred by name. */
export const openSubaccounts = { limit: 100, state: "active", sort: "name.asc" } as const;

/** Subaccounts that filters offer, archived ones too. */
export const allSubaccounts = { ...openSubaccounts, state: "all" } as const;

export const SUBACCOUNT_ROWS = 100;
