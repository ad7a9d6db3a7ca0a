import type { CallOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { noAnswer, readFailure } from './api-failure.ts'
import { addressOf, type AnyEndpoint } from './call-api.ts'
import { notifyOutcome } from './transport-outcomes.ts'

export type UploadOptions = {
  onProgress?: (sent: number, total: number) => void
  signal?: AbortSignal
  /** A part of a file that does not arrive is sent again: nobody is taken to another page for it. */
  isSentAgain?: boolean
}

/** Sends a file with its fields beside it. XMLHttpRequest, because fetch cannot tell how much of the body has left. */
export function upload<E extends AnyEndpoint>(
  endpoint: E,
  request: CallOf<E>,
  file: File,
  { onProgress, signal, isSentAgain = false }: UploadOptions = {},
): Promise<ResponseOf<E>> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open(endpoint.method, addressOf(endpoint, request as object))
    call.withCredentials = true
    call.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded, total)
    call.onload = () => {
      if (call.status >= 200 && call.status < 300) resolve(JSON.parse(call.responseText) as ResponseOf<E>)
      else reject(notifyOutcome(readFailure(call.status, call.responseText, call.getResponseHeader('x-request-id')), endpoint.path))
    }
    call.onerror = () => reject(isSentAgain ? noAnswer() : notifyOutcome(noAnswer(), endpoint.path))
    call.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    signal?.addEventListener('abort', () => call.abort(), { once: true })
    call.send(formOf(request, file))
  })
}

// Fields first: the server reads them before the file streams in.
function formOf(request: unknown, file: File): FormData {
  const form = new FormData()
  const body = (request as { body?: Record<string, unknown> }).body ?? {}
  for (const [name, value] of Object.entries(body)) form.append(name, String(value))
  form.append('file', file)
  return form
}
