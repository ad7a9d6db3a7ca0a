import * as z from 'zod/mini'
import type { ErrorCode } from './error-codes.ts'

/** The address of a page that debtors are led to, or nothing; `refusal` says what is wrong with another one. */
export const WebAddress = (refusal: ErrorCode) =>
  z.union([
    z.literal(''),
    z.string().check(
      z.trim(),
      z.maxLength(200),
      z.regex(/^https:\/\/[^\s"'<>]+$/, refusal),
      z.refine((url) => URL.canParse(url), refusal),
    ),
  ])
