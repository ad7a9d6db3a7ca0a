import type * as z from 'zod/mini'
import { holdsRight } from './right-codes.ts'
import type { SignInStage } from './sign-in-stage.ts'

/**
 * Who may call: anyone, any signed-in member of staff, who holds the right (any one of a list is enough; all of `also` beside it), or who stands at one of these stages
 * of signing in. Mandatory, so that no route can forget it.
 */
export type Access =
  | 'public'
  | 'loggedIn'
  | { right: number | readonly number[]; also?: readonly number[] }
  | { stages: readonly SignInStage[] }

/** Do these rights let a signed-in user call it? Asked by the server at every call, and by the browser for its buttons. */
export function mayCall(rights: readonly number[], { access }: Pick<Endpoint, 'access'>): boolean {
  if (typeof access !== 'object') return true
  return 'right' in access && holdsRight(rights, access.right) && (access.also ?? []).every((right) => rights.includes(right))
}

/**
 * What a call may take of time, connections and places in line. `screen` is what a screen asks for; `analysis` looks at many rows; `export` is a file
 * of many rows; `upload` takes a file in; `simulation` runs the engine on a clock of its own. The limits of each stand in the server's budgets.ts.
 */
export type BudgetKind = 'screen' | 'analysis' | 'export' | 'upload' | 'simulation'

/**
 * What the audit log calls the rows that a call saves, so that a refusal says who saved first: the part of the path that is their id; `isPart`: the first
 * part of their id; `listed`: the list of what stands there now that has their ids; `owner`: the column in which they name what the path names;
 * `shown`: the field of what stands there now that is their id, in place of the path; `alsoBy`: other calls that save the same rows.
 */
export type SavedAs = {
  entity: string
  param: string
  isPart?: true
  listed?: string
  owner?: string
  shown?: string
  alsoBy?: string | readonly string[]
}

type Part = z.core.$ZodType | undefined

/** One call of the API: what the browser sends and the server answers, agreed in one place. Paths are below /api, as in spec §7. */
export type Endpoint<P extends Part = Part, Q extends Part = Part, B extends Part = Part, R extends Part = Part> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  access: Access
  summary: string
  /** A read that is written down in the audit log too: cases, exports, recordings. Whatever is not a GET always is. */
  audited?: true
  /** A POST that only asks, because its question is too long for an address: nothing changes, and only `audited` writes it down. */
  asksOnly?: true
  /** A POST that only keeps for longer what its caller has: no action, so the audit log has the line that began it alone (docs/decisions/0026). */
  renews?: true
  /** A POST that tells a secret once: its answer is kept for nobody, so that it is not told again to a request that is repeated. */
  tellsSecret?: true
  /** A change that is refused when somebody else saved first, and says who. */
  savedAs?: readonly SavedAs[]
  /** Left out: `screen`. */
  budget?: BudgetKind
  /** With this part of its query the call looks at many rows: then its budget is `analysis`. */
  analysisWith?: string
  params?: P
  query?: Q
  body?: B
  response?: R
  /** The answer is a file of this media type instead of JSON. */
  file?: string
  /** The request carries a file as multipart/form-data; `body` describes the fields beside it. */
  upload?: true
}

/** Declares an endpoint; the types of its parts are kept for callers and handlers. */
export function endpoint<P extends Part = undefined, Q extends Part = undefined, B extends Part = undefined, R extends Part = undefined>(
  description: Endpoint<P, Q, B, R>,
) {
  return description
}

type Out<S> = S extends z.core.$ZodType ? z.output<S> : undefined
type In<S> = S extends z.core.$ZodType ? z.input<S> : undefined
type Given<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** What a handler receives: parsed and checked. */
export type RequestOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R> ? Given<{ params: Out<P>; query: Out<Q>; body: Out<B> }> : never
/** What a caller must give. */
export type CallOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R> ? Given<{ params: In<P>; query: In<Q>; body: In<B> }> : never
/** What comes back. */
export type ResponseOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? Out<R> : never
