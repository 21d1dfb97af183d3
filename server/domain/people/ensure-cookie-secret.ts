// What seals the cookies of those who are logged in; made when it is first needed.
import { randomBytes } from "node:crypto";
import type { Context } from "#core/context";

const NAME = "cookies";

/** The secret in base64url, the same in every process of the installation. */
export async function ensureCookieSecret({ db, now }: Context): Promise<string> {
  const { installationSecret } = db.prisma;
  const find = () => installationSecret.findUnique({ where: { name: NAME } });
  let found = await find();
  if (!found) {
    const data = { name: NAME, value: new Uint8Array(randomBytes(32)), createdAt: now };
    await installationSecret.createMany({ data, skipDuplicates: true });
    found = await find();
  }
  if (!found) throw new Error("The cookies' secret was made and is not there");
  return Buffer.from(found.value).toString("base64url");
}
