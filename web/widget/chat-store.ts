import type { Visit, WebChatPage } from '@regie/contract/web-chat.ts'

/** A message that the server has not taken yet. */
export type Pending = { key: string; text: string; fault?: string }
/** What outlives a reload of this tab, and nothing longer: it stands in the session of the frame alone. */
export type Kept = { token: string; hasBegun: boolean; name: string; contact: string; draft: string; pending: Pending[]; isOpen: boolean }

const fresh = (): Kept => ({ token: newToken(), hasBegun: false, name: '', contact: '', draft: '', pending: [], isOpen: false })

function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** What is kept of this chat; a browser that lets frames keep nothing has it until the page is left. */
export function openKept(siteKey: string) {
  const name = `regie-chat:${siteKey}`
  const read = (): Kept => {
    try {
      return { ...fresh(), ...(JSON.parse(sessionStorage.getItem(name) ?? '{}') as Partial<Kept>) }
    } catch {
      return fresh()
    }
  }
  let kept = read()
  const put = (change: Partial<Kept>) => {
    kept = { ...kept, ...change }
    try {
      sessionStorage.setItem(name, JSON.stringify(kept))
    } catch {
      // In memory then.
    }
  }
  return { get: () => kept, put, forget: () => put({ ...fresh(), name: kept.name, contact: kept.contact, isOpen: kept.isOpen }) }
}
export type KeptStore = ReturnType<typeof openKept>

/** What the server refused, with its code. */
export class Refused extends Error {
  readonly code: string
  readonly status: number
  readonly seconds: number
  constructor(status: number, code: string, seconds: number) {
    super(code)
    this.status = status
    this.code = code
    this.seconds = seconds
  }
}

type Body = { error?: string; params?: { seconds?: number } }

/** Asks the server as this visit. */
export async function ask(kept: KeptStore, method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Response> {
  const response = await fetch(`/widget/api${path}`, {
    method,
    headers: { 'x-visit-token': kept.get().token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    credentials: 'omit',
    cache: 'no-store',
  })
  if (response.ok) return response
  const said = (await response.json().catch(() => ({}))) as Body
  throw new Refused(response.status, said.error ?? '', said.params?.seconds ?? (Number(response.headers.get('retry-after')) || 15))
}

export const readVisit = async (kept: KeptStore) => (await (await ask(kept, 'GET', '/visit')).json()) as Visit

/** Sends one message; the first one begins the visit. */
export async function sendMessage(kept: KeptStore, { siteKey, locale }: WebChatPage, { key, text }: Pending): Promise<Visit> {
  const { hasBegun, token, name, contact } = kept.get()
  const response = hasBegun
    ? await ask(kept, 'POST', '/visit/messages', { key, text })
    : await ask(kept, 'POST', '/visits', { siteKey, token, key, name, contact, text, locale })
  kept.put({ hasBegun: true })
  return (await response.json()) as Visit
}
