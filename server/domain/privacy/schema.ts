import { z } from "zod";

export const CustomerInput = z.strictObject({
  email: z.string().trim().min(3).max(254).meta({ description: "Email address of the customer." }),
});
