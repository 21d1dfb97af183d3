// Changes rows of the product that Playwright's tests share, for what only time would bring about.
import pg from "pg";

async function runOnProduct(text: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: process.env["CT_E2E_DATABASE"] });
  await client.connect();
  await client.query(text, values);
  await client.end();
}

/** Dates the proof of the person's sessions back an hour, so that the product asks for it again. */
export function ageProofs(email: string): Promise<void> {
  return runOnProduct(
    `UPDATE login_sessions s SET proven_at = now() - interval '1 hour'
     FROM people p WHERE p.id = s.person_id AND p.email = $1`,
    [email],
  );
}

/** Moves fulfilled orders to the previous month. */
export function ageOrders(ids: readonly string[]): Promise<void> {
  return runOnProduct(
    `UPDATE orders SET created_at = created_at - interval '1 month',
       settled_at = settled_at - interval '1 month' WHERE id = ANY ($1)`,
    [ids],
  );
}

/** Makes the waiting job of this kind due. */
export function runJobNow(kind: string): Promise<void> {
  return runOnProduct("UPDATE jobs SET run_at = now() WHERE kind = $1 AND runner IS NULL", [kind]);
}
