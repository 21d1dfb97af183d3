// Fields that the statement and its lines share.
import { z } from "zod";
import { amountSchema } from "#core/contract-money";

export const kg = (description: string, example = 1250) =>
  z.int().meta({ description, examples: [example] });

/** A sum of money under its neutral name, and as the contract has it. */
export const amount = <Name extends string>(name: Name, description: string, example = 8750) =>
  amountSchema(name, { description, example });

export const text = (description: string, example: string) =>
  z.string().meta({ description, examples: [example] });

export const nullable = (description: string, example: string | null) =>
  z
    .string()
    .nullable()
    .meta({ description, examples: [example] });

export const channel = z.enum(["api", "checkout"]).meta({
  description: "`api`: the account pays the operator. `checkout`: a customer paid.",
  examples: ["api"],
});

export const credits = {
  subaccount_id: nullable(
    "Id of the order's subaccount. Null if it belongs to the account.",
    "sub_01kx3v6d0tf9sv4m2c8j5a7b9e",
  ),
  subaccount_name: nullable("Name of the subaccount today.", "Oslo"),
  portfolio_id: text("Id of the portfolio.", "pf_sandbox_balanced"),
  portfolio_name: text("Name of the portfolio.", "Balanced"),
  project_id: text("Id of the project.", "prj_sandbox_salt_heron_mangroves"),
  project_name: text("Name of the project.", "Northern Delta Mangroves"),
  vintage_year: z.int().meta({ description: "Vintage of the credits.", examples: [2022] }),
  registry: text("Key of the registry.", "verra"),
};
