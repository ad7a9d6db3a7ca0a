import * as z from 'zod/mini'

export const pageLimitMax = 250

/** Query of every list: keyset cursor from the page before, so that page 10,000 costs what page 1 costs. */
export const pageQuery = {
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageLimitMax)), 50),
  cursor: z.optional(z.string().check(z.maxLength(500))),
}

/** `exact: false` is an estimate; the screen then says "ca.". */
const Total = z.object({ value: z.number(), exact: z.boolean() })

/** A page of rows; `nextCursor` is null on the last. */
export function pageOf<Row extends z.ZodMiniType>(row: Row) {
  return z.object({ rows: z.array(row), nextCursor: z.nullable(z.string()), total: Total })
}

/** A positive id in a path or a query. Ids fit in 53 bits. */
export const Id = z.coerce.number().check(z.int(), z.gte(1), z.lte(Number.MAX_SAFE_INTEGER))
/** The same in a body, where it is a number already. */
export const BodyId = z.number().check(z.int(), z.gte(1), z.lte(Number.MAX_SAFE_INTEGER))
/** The version of a row that somebody looked at before changing it. */
export const Version = z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))
