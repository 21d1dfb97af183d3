// Makes a person who can log in.
import type { Context } from "#core/context";
import { isUniqueViolation } from "#core/db-errors";
import { invalid } from "#core/errors";
import { newId } from "#core/id";
import { isEmail } from "./rules";

interface CreatePerson {
  email: string;
  name: string;
  /** Made by `hashPassword`, outside the transaction. */
  passwordHash: string;
  isOperator: boolean;
  /** For the operator of a demo alone: all other operators need a second factor. */
  isSecondFactorExempt?: boolean;
}

/** Makes a person; the e-mail address is kept in lower case. @throws invalid `email` */
export async function createPerson(ctx: Context, input: CreatePerson): Promise<{ id: string }> {
  const email = input.email.trim().toLowerCase();
  if (!isEmail(email)) throw invalid("email", "must be an e-mail address");
  const id = newId("person");
  try {
    await ctx.db.prisma.person.create({
      data: {
        id,
        email,
        name: input.name,
        passwordHash: input.passwordHash,
        isOperator: input.isOperator,
        secondFactorExempt: input.isSecondFactorExempt ?? false,
        createdAt: ctx.now,
      },
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw invalid("email", "belongs to another person");
    throw error;
  }
  return { id };
}
