import { loginApi } from '@regie/contract/login.ts'
import { useEffect, useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { callApi } from '../../api/call-api.ts'

type Link = { username: string; kind: 'reset' | 'invite' }

/** Whose link this is; undefined while it is being asked, null when it may no longer be used, a failure when that could not be asked. */
export function useLink(token: string | null): Link | Error | null | undefined {
  const [link, setLink] = useState<Link | Error | null | undefined>(token === null ? null : undefined)
  useEffect(() => {
    if (token === null) return
    const ending = new AbortController()
    callApi(loginApi.checkLink, { params: { token } }, ending.signal)
      .then(setLink)
      .catch((failure: unknown) => !ending.signal.aborted && setLink(isRefused(failure) ? null : (failure as Error)))
    return () => ending.abort()
  }, [token])
  return link
}

const isRefused = (failure: unknown) => failure instanceof ApiFailure && [400, 404, 410, 422].includes(failure.status)
