import type { CustomFetch, FetchBody } from 'openid-client'
import type { Config } from '../config.ts'
import { openGuardedFetch } from './outbound-guard.ts'

/** The guarded fetch as the library of OAuth 2 and OpenID Connect calls it. */
export function openLibraryFetch({ allowPrivateHosts }: Pick<Config, 'allowPrivateHosts'>): CustomFetch {
  const guarded = openGuardedFetch({ allowedHosts: allowPrivateHosts })
  return (url, { body, headers, method, signal }) =>
    guarded(url, {
      method,
      headers: { ...headers },
      ...(signal && { signal }),
      ...(body !== undefined && body !== null && { body: asText(body) }),
    })
}

// What the library sends is a form.
function asText(body: FetchBody): string {
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString()
  throw new TypeError('only forms are sent to a provider')
}
