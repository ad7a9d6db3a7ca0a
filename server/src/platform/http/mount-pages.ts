import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../app-error.ts'
import { withAllCustomers } from '../db/scope.ts'
import { addressGroup } from './address-group.ts'
import type { PageAnswer, PageRoute } from './page-route.ts'
import { openRateCounter } from './rate-counter.ts'
import { pagePolicy } from './security-headers.ts'

const formBytesMax = 10_000

/** Pages for people without an account. Forms arrive as a browser without script sends them. */
export async function mountPages<S>(app: FastifyInstance, pages: readonly PageRoute<S>[], services: S) {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytesMax },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    for (const { method, path, perMinute, tooMany, handle } of pages) {
      const counter = perMinute === undefined ? null : openRateCounter(perMinute)
      scope.route({
        method,
        url: path,
        async handler(request, reply) {
          const params = request.params as Record<string, string>
          const query = request.query as Record<string, string>
          const form = (request.body ?? {}) as Record<string, string>
          const asked = { params, query, form, request, reply }
          const seconds = counter?.count(addressGroup(request.ip)) ?? null
          if (seconds !== null && !tooMany) throw new AppError('error.tooManyRequests', { params: { seconds } })
          if (seconds !== null && tooMany) return sendPage(reply, tooManyAnswer(tooMany(asked, seconds), seconds))
          // The link says whose it is.
          return sendPage(reply, await withAllCustomers(async () => handle(services, asked)))
        },
      })
    }
  })
}

/** A page that says how long to wait. */
export function tooManyAnswer(html: string, seconds: number): PageAnswer {
  return { html, status: 429, headers: { 'retry-after': String(seconds) } }
}

// A picture stands in mails and chats: whoever reads those in a browser draws it on a page of another site.
const forMails = (reply: FastifyReply) => reply.header('cross-origin-resource-policy', 'cross-origin')

function sendPage(reply: FastifyReply, answer: PageAnswer) {
  if ('redirect' in answer) return reply.header('cache-control', 'no-store').redirect(answer.redirect, 303)
  if ('file' in answer) {
    const { file, fileName, mediaType } = answer
    const plain = fileName.replace(/[^\w .-]/g, '_')
    return reply
      .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'content-security-policy': `${pagePolicy()}; sandbox` })
      .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`)
      .type(mediaType)
      .send(file)
  }
  if ('css' in answer) return reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(answer.css)
  if ('wav' in answer) return reply.header('cache-control', 'no-store').type('audio/wav').send(answer.wav)
  if ('gif' in answer) return forMails(reply).header('cache-control', 'no-store').type('image/gif').send(answer.gif)
  if ('png' in answer) return forMails(reply).header('cache-control', 'no-store').type('image/png').send(answer.png)
  if ('picture' in answer)
    return forMails(reply).header('cache-control', 'public, max-age=31536000, immutable').type(answer.mediaType).send(answer.picture)
  return (
    reply
      .code(answer.status ?? 200)
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': pagePolicy(answer.formOrigin),
        'x-robots-tag': 'noindex, nofollow',
      })
      // Not 'no-referrer': under that policy a browser sends a form with the origin null, which is refused.
      .header('referrer-policy', 'same-origin')
      .headers({ ...answer.headers })
      .type('text/html; charset=utf-8')
      .send(answer.html)
  )
}
