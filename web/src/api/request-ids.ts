const kept = 20
let ids: string[] = []

/** Remembers under which id the server's log knows a request. */
export function rememberRequestId(id: string | null) {
  if (id !== null) ids = [...ids, id].slice(-kept)
}

/** The ids of the last requests, the latest last: what a maker needs to find a fault. */
export function recentRequestIds(): string[] {
  return ids
}
