/** The facts that a server tells anyone who asks: `GET /v1/about`. [SY-A6] */
import * as z from 'zod';

/** `accounts`: whose sessions open vaults here; null: nobody's, the setup token does. `url`: the project's origin. */
export const aboutResponse = z.looseObject({
  accounts: z
    .looseObject({
      provider: z.string().max(64),
      url: z.string().max(2_048),
      publishableKey: z.string().max(4_096),
    })
    .nullable(),
  serverTime: z.number().int().nonnegative(),
});
export type AboutResponse = z.infer<typeof aboutResponse>;
