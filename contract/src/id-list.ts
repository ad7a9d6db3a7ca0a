import * as z from 'zod/mini'

/** `[1,2]` in an address. */
export const IdList = z.pipe(
  z.string().check(z.maxLength(2000), z.regex(/^\[\s*(\d{1,15}(\s*,\s*\d{1,15})*)?\s*\]$/)),
  z.transform((text) => JSON.parse(text) as number[]),
)
