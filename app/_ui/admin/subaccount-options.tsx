/** Subaccounts that filters offer: the first hundred by name, archived ones too. */
export const allSubaccounts = { limit: 100, state: "all", sort: "name.asc" } as const;

/** Rows of the list's page. */
export const SUBACCOUNT_ROWS = 100;
