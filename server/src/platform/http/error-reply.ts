import type { ErrorBody, ErrorCode } from '@regie/contract/error-codes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { isDatabaseAway, isDatabaseFull, isDiskFull, isStatementTooSlow, isValueRefused, isWorthRetrying } from '../db/database-trouble.ts'

/** Turns whatever was thrown into the one shape of refusal. What nobody expected is logged once, here, and shown to nobody. */
export function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error)
  if (refusal.status >= 500 && refusal.code === 'error.unexpected') {
    request.log.error({ err: error, route: request.routeOptions.url }, 'a request failed')
  } else if (refusal.code === 'maintenance.on') {
    reply.header('retry-after', '30')
  } else if (refusal.status === 503 || refusal.status === 507) {
    request.log.warn({ err: error, route: request.routeOptions.url }, 'a request could not be served now')
    reply.header('retry-after', '2')
  }
  // Who counts by windows has said already when the next one begins.
  if (refusal.status === 429 && !reply.hasHeader('retry-after')) reply.header('retry-after', String(refusal.params?.['seconds'] ?? 10))
  // Without the error itself, which quotes the value: what the contract let pass should be refused there.
  if (isValueRefused(error)) request.log.warn({ route: request.routeOptions.url }, 'the database refused a value')
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(bodyOf(refusal, request.id)))
}

/** The refusal that stands for an error: our own, one of the HTTP layer, the database being away, or the unexpected. */
function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseAway(error)) return new AppError('error.unavailable', { cause: error })
  if (isDatabaseFull(error) || isDiskFull(error)) return new AppError('server.diskFull', { cause: error })
  // Two changes in each other's way: nothing was changed, so the same call can be made again.
  if (isWorthRetrying(error)) return new AppError('server.busy', { cause: error })
  if (isStatementTooSlow(error)) return new AppError('error.tooSlow', { cause: error })
  if (isValueRefused(error)) return new AppError('error.invalid', { cause: error })
  const known = codeOfHttpError(error)
  return new AppError(known ?? 'error.unexpected', { cause: error })
}

/** Texts of libraries never reach the caller; their status says enough. */
function codeOfHttpError(error: unknown): ErrorCode | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return undefined
  if (error.statusCode === 413) return 'error.tooLarge'
  if (error.statusCode === 415 || error.statusCode === 406) return 'error.mediaType'
  if (error.statusCode === 429) return 'error.tooManyRequests'
  if (error.statusCode === 404) return 'error.notFound'
  if (error.statusCode === 503) return 'error.unavailable'
  return error.statusCode >= 400 && error.statusCode < 500 ? 'error.invalid' : undefined
}

function bodyOf({ code, field, params, current, lastSave }: AppError, requestId: string): ErrorBody {
  return {
    error: code,
    ...(field !== undefined && { field }),
    ...(params !== undefined && { params }),
    requestId,
    ...(current !== undefined && { current }),
    ...(lastSave !== undefined && { lastSave }),
  }
}
