// Lets a journey find itself an hour after its login.
import pg from "pg";

/** Makes the person's sessions last proven an hour ago, in the database of the visited product. */
export async function ageProofs(email: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env["CT_E2E_DATABASE"] });
  await client.connect();
  await client.query(
    `UPDATE login_sessions s SET proven_at = now() - interval '1 hour'
     FROM people p WHERE p.id = s.person_id AND p.email = $1`,
    [email],
  );
  await client.end();
}
