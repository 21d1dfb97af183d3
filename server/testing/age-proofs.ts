import pg from "pg";

/** Dates the proof of the person's sessions back an hour, so that the product asks for it again. */
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
