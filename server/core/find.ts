// Bounds of the dashboard's search, which runs while someone types.

/** Results of each kind. */
export const MAX_HITS = 5;

/** Newest rows of an account that are scanned for text that has no index. */
export const MAX_SCANNED = 5_000;

export interface FindText {
  text: string;
  /** Null: the account with all its subaccounts. */
  subaccountId: string | null;
}
