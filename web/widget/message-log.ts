import type { Visit } from '@regie/contract/web-chat.ts'
import { element, type Say, withLinks } from './chat-parts.ts'
import type { Pending } from './chat-store.ts'

type Wanted = {
  customerName: string
  lang: string
  say: Say
  /** What stands below the first question until somebody answers. */
  thanks: () => string
  /** Tries a message once more that the server refused. */
  onRetry: (key: string) => void
}

/** What was said, the oldest first. A line that stands stays the same element, so that a screen reader says only what is new. */
export function messageLog({ customerName, lang, say, thanks, onRetry }: Wanted) {
  const log = element('div', { class: 'log', role: 'log', 'aria-live': 'polite', 'aria-label': say('messages'), tabindex: '0' })
  const thanked = element('p', { class: 'thanks' })
  const lines = new Map<string, HTMLElement>()
  const timeOf = (at: string) => new Date(at).toLocaleTimeString(lang, { hour: '2-digit', minute: '2-digit' })

  function makeLine(isOurs: boolean, text: string): HTMLElement {
    const who = element('span', { class: 'hidden' }, `${isOurs ? say('us', { customer: customerName }) : say('you')}: `)
    const words = element('p', { dir: 'auto' }, who, ...(isOurs ? withLinks(text) : [text]))
    return element('div', { class: isOurs ? 'line ours' : 'line theirs' }, words, element('small', {}))
  }

  function show(visit: Visit | null, pending: readonly Pending[]): void {
    const wasAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40
    const messages = visit?.messages ?? []
    const saved = new Set(messages.map(({ key }) => key))
    const waiting = pending.filter(({ key }) => !saved.has(key))
    const shown = [
      ...messages.map(({ id, key, isOurs, text, at }) => ({ id: key ?? id, isOurs, text, foot: timeOf(at), isRefused: false, key })),
      ...waiting.map(({ key, text, fault }) => {
        const isRefused = fault !== undefined
        return { id: key, isOurs: false, text, foot: say(isRefused ? 'failed' : 'sending'), isRefused, key }
      }),
    ]
    const ids = new Set(shown.map(({ id }) => id))
    for (const [id, line] of lines)
      if (!ids.has(id)) {
        line.remove()
        lines.delete(id)
      }
    for (const { id, isOurs, text, foot, isRefused, key } of shown) {
      const line = lines.get(id) ?? makeLine(isOurs, text)
      const last = line.lastElementChild
      if (last && (last.textContent !== foot || isRefused)) {
        last.textContent = foot
        if (isRefused)
          last.append(' ', element('button', { type: 'button', class: 'again', onclick: () => onRetry(key ?? '') }, say('again')))
      }
      if (!lines.has(id)) log.append(line)
      lines.set(id, line)
    }
    thank(messages.length > 0 && messages.every(({ isOurs }) => !isOurs))
    if (wasAtEnd) log.scrollTop = log.scrollHeight
  }

  function thank(isDue: boolean): void {
    if (!isDue) return thanked.remove()
    thanked.textContent = thanks()
    log.append(thanked)
  }

  return { log, show }
}
