import type { CallOf } from '@regie/contract/endpoint.ts'
import type { AnyEndpoint } from './call-api.ts'

export const pageSize = 100

/** A list's request with how many rows, and after which one. */
export function pageRequest<E extends AnyEndpoint>(request: CallOf<E>, limit: number, cursor: string | null): CallOf<E> {
  const query = 'query' in request ? request.query : {}
  return { ...request, query: { ...(query as object), limit, ...(cursor === null ? {} : { cursor }) } }
}
