import type { Readable } from 'node:stream'
import type { Endpoint, RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from './caller.ts'

/** The answer of an endpoint with `file`: what is downloaded and under which name. With a `policy` it is a page for a frame of ours, and the browser holds it to that. */
export type FileReply = { fileName: string; stream: Readable; policy?: string }
/** The file of an upload endpoint, not yet read; the fields that came before it are in `body`. */
export type UploadedFile = { fileName: string | undefined; stream: AsyncIterable<Buffer> }

type Http = { request: FastifyRequest; reply: FastifyReply }
type Answer<E> = ResponseOf<E> | FileReply | void
type PartsOf<E> = RequestOf<E> & Http

/** An endpoint with what answers it. `S` is what handlers reach the world with; main gives it. */
export type Route<S> = {
  endpoint: Endpoint
  /** At most so many calls a minute from one address. */
  perMinute?: number
  /** Bytes of the body at most, where the standard of 1 MB is too little. */
  bytesMax?: number
  handle(services: S, request: never): unknown
}
type RouteOptions = Pick<Route<never>, 'perMinute' | 'bytesMax'>

/** Answers an endpoint for members of staff; before the handler runs, session, right and input have been checked. */
export function route<E extends Endpoint, S>(
  endpoint: E,
  handle: (services: S, request: PartsOf<E> & { caller: Caller }) => Answer<E> | Promise<Answer<E>>,
  options: RouteOptions = {},
): Route<S> {
  if (endpoint.access === 'public') throw new Error(`${endpoint.path} is public: use publicRoute`)
  return { endpoint, handle, ...options }
}

/** Answers an endpoint that anybody may call. */
export function publicRoute<E extends Endpoint, S>(
  endpoint: E,
  handle: (services: S, request: PartsOf<E>) => Answer<E> | Promise<Answer<E>>,
  options: RouteOptions = {},
): Route<S> {
  if (endpoint.access !== 'public') throw new Error(`${endpoint.path} is not public: use route`)
  return { endpoint, handle, ...options }
}

/** Answers an endpoint that takes a file (multipart/form-data, fields before the file). */
export function uploadRoute<E extends Endpoint, S>(
  endpoint: E,
  handle: (services: S, request: PartsOf<E> & { caller: Caller; file: UploadedFile }) => Answer<E> | Promise<Answer<E>>,
): Route<S> {
  if (!endpoint.upload || endpoint.access === 'public') throw new Error(`${endpoint.path} takes no upload`)
  return { endpoint, handle }
}
