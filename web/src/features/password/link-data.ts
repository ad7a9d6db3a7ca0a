import { loginApi } from '@regie/contract/login.ts'
import { useEffect, useState } from 'react'
import { callApi } from '../../api/call-api.ts'

type Link = { username: string; kind: 'reset' | 'invite' }

/** Whose link this is; undefined while it is being asked, null when it may no longer be used. */
export function useLink(token: string | null): Link | null | undefined {
  const [link, setLink] = useState<Link | null | undefined>(token === null ? null : undefined)
  useEffect(() => {
    if (token === null) return
    const ending = new AbortController()
    callApi(loginApi.checkLink, { params: { token } }, ending.signal)
      .then(setLink)
      .catch(() => !ending.signal.aborted && setLink(null))
    return () => ending.abort()
  }, [token])
  return link
}
