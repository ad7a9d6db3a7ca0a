import type { FastifyReply, FastifyRequest } from 'fastify'

/** The pictures that every browser and chat app draws, and that carry no script. */
export type PictureType = 'image/png' | 'image/jpeg'

/** A page of HTML for people without an account. It carries no script; its style is a file of our own. */
export type PageAnswer =
  | {
      html: string
      status?: number
      headers?: Readonly<Record<string, string>>
      /** An origin besides ours to which the page's form may lead, also by a redirect that answers it. */
      formOrigin?: string
    }
  | { redirect: string }
  /** A file to be kept, of this visitor alone. */
  | { file: Buffer; fileName: string; mediaType: string }
  | { css: string }
  /** An image, made for this one call. */
  | { gif: Buffer }
  | { png: Buffer }
  /** A sound, made for this one call. */
  | { wav: Buffer }
  /** A picture whose address says what it is, so that it never changes. */
  | { picture: Buffer; mediaType: PictureType }

export type PageRequest = {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  /** The fields of a form that was sent. */
  form: Readonly<Record<string, string>>
  request: FastifyRequest
  /** For cookies only; the answer is what the page gives back. */
  reply: Pick<FastifyReply, 'setCookie' | 'clearCookie'>
}

export type PageRoute<S> = {
  method: 'GET' | 'POST'
  path: string
  access: 'public'
  /** At most so many calls a minute from one address. */
  perMinute?: number
  /** What people see who call more often, with the seconds to wait; without it the refusal of the API. It gets no services: a flood asks the database nothing. */
  tooMany?(request: PageRequest, seconds: number): string
  handle(services: S, request: PageRequest): PageAnswer | Promise<PageAnswer>
}

/** Answers a path outside /api with a page, a redirect or a stylesheet. */
export function page<S>(
  method: 'GET' | 'POST',
  path: string,
  access: 'public',
  handle: (services: S, request: PageRequest) => PageAnswer | Promise<PageAnswer>,
  options: Pick<PageRoute<S>, 'perMinute' | 'tooMany'> = {},
): PageRoute<S> {
  return { method, path, access, handle, ...options }
}
