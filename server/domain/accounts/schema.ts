// What callers send about accounts and subaccounts.
import { z } from "zod";
import { text } from "#core/text";

export const CreateSubaccount = z
  .strictObject({
    name: text(512, 1).meta({ description: "Name.", examples: ["Riverside Stores"] }),
    email: z
      .email()
      .max(512)
      .nullish()
      .meta({
        description: "E-mail address of the subaccount.",
        examples: ["climate@riverside.example"],
      }),
    default_portfolio_id: text(512, 1).nullish().meta({
      description: "Portfolio for the subaccount's orders; without it the account's applies.",
    }),
  })
  .meta({ id: "CreateSubaccount", description: "A subaccount to be made." });
export type CreateSubaccount = z.infer<typeof CreateSubaccount>;
