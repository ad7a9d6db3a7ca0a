import type { CallOf } from '@regie/contract/endpoint.ts'
import { type AnyEndpoint, callFile } from './call-api.ts'

/** Fetches a file and hands it to the browser under the name the server gave. Throws ApiFailure as any call does. */
export async function download<E extends AnyEndpoint>(endpoint: E, request: CallOf<E>, fallbackName: string, signal?: AbortSignal) {
  const response = await callFile(endpoint, request, signal)
  saveFile(await response.blob(), fileNameOf(response.headers.get('content-disposition')) ?? fallbackName)
}

/** The name in a Content-Disposition header; the encoded form goes before the plain one. */
function fileNameOf(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? null
}

/** Hands a file that the browser made to its user. */
export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers start reading only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
