import type * as z from 'zod/mini'
import { ApiFailure } from './api-failure.ts'

/** What a colleague saved meanwhile, when that is why a change was refused; null for any other refusal. */
export function currentOf<Schema extends z.ZodMiniType>(refusal: unknown, schema: Schema): z.output<Schema> | null {
  if (!(refusal instanceof ApiFailure) || refusal.code !== 'error.conflict') return null
  return schema.safeParse(refusal.current).data ?? null
}
