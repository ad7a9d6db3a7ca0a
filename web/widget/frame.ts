import type { Visit, WebChatPage } from '@regie/contract/web-chat.ts'
import { element, icon, inkOn, momentWords, withLinks } from './chat-parts.ts'
import { ask, openKept, type Pending, readVisit, Refused, sendMessage } from './chat-store.ts'
import { followVisit } from './live-visit.ts'

const page = JSON.parse(document.body.dataset.chat ?? '{}') as WebChatPage
const kept = openKept(page.siteKey)
const { lang } = document.documentElement
const isAlone = window.parent === window
const textMax = 2_000
const contactForm = /^([^\s@]{1,64}@[^\s@]{1,180}|\+?[0-9][0-9 ()-]{5,24})$/

let visit: Visit | null = null
let isOpen = isAlone || page.isPreview || kept.get().isOpen
let isFollowing = false
let isSending = false
let refreshing: Promise<void> | null = null

const say = (key: string, values: Record<string, string> = {}) =>
  (page.texts[key] ?? key).replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '')
const staffing = () => visit ?? page
const moment = () => {
  const { opensAt } = staffing()
  return opensAt === null ? '' : momentWords(opensAt, lang, say)
}

// What stands on the page from the start; only its content changes.
const badge = element('span', { class: 'badge', hidden: true })
const bubble = element('button', { class: 'bubble', type: 'button', onclick: () => toggle(!isOpen) }, icon('chat'), badge)
const greeting = element('p', { class: 'greeting' }, page.greeting)
const status = element('p', { class: 'status' })
const notice = element('p', { class: 'notice', role: 'status' })
const log = element('div', { class: 'log', role: 'log', 'aria-live': 'polite', 'aria-label': say('messages'), tabindex: '0' })
const first = makeForm()
const writing = makeComposer()
const panel = element(
  'section',
  { class: 'panel', 'aria-label': `${say('title')} ${page.customerName}` },
  element(
    'header',
    {},
    element('div', {}, element('h1', {}, page.customerName), status),
    ...(isAlone
      ? []
      : [element('button', { class: 'close', type: 'button', 'aria-label': say('close'), onclick: () => toggle(false) }, icon('close'))]),
  ),
  element('div', { class: 'body' }, greeting, log, first.form),
  notice,
  writing.form,
)
document.body.append(panel, bubble)

function makeForm() {
  const fault = () => element('p', { class: 'fault', role: 'alert' })
  const faults = { name: fault(), contact: fault(), text: fault() }
  const name = element('input', { id: 'name', autocomplete: 'name', maxlength: '80' })
  const contact = element('input', { id: 'contact', autocomplete: 'email', maxlength: '120', 'aria-describedby': 'contact-help' })
  const text = element('textarea', { id: 'text', rows: '4', maxlength: String(textMax) })
  const contactLabel = element('label', { for: 'contact' })
  const contactHelp = element('p', { class: 'help', id: 'contact-help' }, say('contactHelp'))
  name.value = kept.get().name
  contact.value = kept.get().contact
  text.value = kept.get().draft
  const fields = { name, contact, text }
  for (const field of Object.values(fields))
    field.addEventListener('input', () => kept.put({ name: name.value, contact: contact.value, draft: text.value }))
  const refuse = (at: keyof typeof fields, words: string) => {
    faults[at].textContent = words
    fields[at].setAttribute('aria-invalid', 'true')
    fields[at].focus()
  }
  const onsubmit = (event: Event) => {
    event.preventDefault()
    for (const at of ['name', 'contact', 'text'] as const) {
      faults[at].textContent = ''
      fields[at].removeAttribute('aria-invalid')
    }
    const reached = contact.value.trim()
    if (name.value.trim() === '') return refuse('name', say('nameMissing'))
    if (reached === '' && !staffing().isStaffed) return refuse('contact', say('contactMissing'))
    if (reached !== '' && !contactForm.test(reached)) return refuse('contact', say('contactWrong'))
    if (text.value.trim() === '') return refuse('text', say('questionMissing'))
    kept.put({ name: name.value.trim(), contact: reached, draft: '' })
    send(text.value.trim())
    text.value = ''
    writing.text.focus()
  }
  const form = element(
    'form',
    { class: 'first', novalidate: true, onsubmit },
    element('label', { for: 'name' }, say('name')),
    ...[name, faults.name, contactLabel, contact, contactHelp, faults.contact],
    element('label', { for: 'text' }, say('question')),
    ...[text, faults.text],
    element('p', { class: 'help' }, say(page.isPreview ? 'preview' : 'safe')),
    element('button', { class: 'main', type: 'submit', disabled: page.isPreview }, say('start')),
  )
  return { form, name, contactLabel, refuse }
}

function makeComposer() {
  const text = element('textarea', { 'aria-label': say('write'), placeholder: say('write'), rows: '1', maxlength: String(textMax) })
  const left = element('p', { class: 'left', 'aria-live': 'polite' })
  text.value = kept.get().draft
  const grow = () => {
    text.style.height = 'auto'
    text.style.height = `${Math.min(text.scrollHeight + 2, 120)}px`
    const rest = textMax - text.value.length
    left.textContent = rest <= 200 ? say('left', { count: String(rest) }) : ''
  }
  const submit = () => {
    const words = text.value.trim()
    if (words === '') return text.focus()
    text.value = ''
    grow()
    kept.put({ draft: '' })
    send(words)
    text.focus()
  }
  text.addEventListener('input', () => {
    grow()
    kept.put({ draft: text.value })
  })
  text.addEventListener('keydown', (event) => {
    // A word that is being composed (Japanese, accents) ends with Enter too.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    submit()
  })
  const onsubmit = (event: Event) => {
    event.preventDefault()
    submit()
  }
  const form = element(
    'form',
    { class: 'composer', onsubmit },
    text,
    element('button', { class: 'send', type: 'submit', 'aria-label': say('send') }, icon('send')),
    left,
  )
  return { form, text }
}

function toggle(open: boolean): void {
  isOpen = open
  kept.put({ isOpen })
  draw()
  if (!open) return bubble.focus()
  const field = kept.get().hasBegun || kept.get().pending.length > 0 ? writing.text : first.name
  field.focus()
}

function send(text: string): void {
  kept.put({ pending: [...kept.get().pending, { key: crypto.randomUUID(), text }] })
  draw()
  void flush()
}

/** Sends what waits, in order; each has its key, so that nothing stands there twice however often it is tried. */
async function flush(): Promise<void> {
  if (isSending || page.isPreview) return
  isSending = true
  try {
    for (let next = waiting(); next !== undefined; next = waiting()) {
      try {
        visit = await sendMessage(kept, page, next)
        kept.put({ pending: kept.get().pending.filter(({ key }) => key !== next?.key) })
        notice.textContent = ''
        follow()
      } catch (error) {
        if (!failed(next, error)) break
      }
      draw()
    }
  } finally {
    isSending = false
    draw()
  }
}

const waiting = () => kept.get().pending.find(({ fault }) => fault === undefined)
const mark = (key: string, fault: string) =>
  kept.put({ pending: kept.get().pending.map((one) => (one.key === key ? { ...one, fault } : one)) })
const later = (ms: number) => setTimeout(() => void flush(), ms)

/** True: this one is refused and the next may be tried; false: it waits. */
function failed(message: Pending, error: unknown): boolean {
  if (!(error instanceof Refused) || error.status >= 500) {
    notice.textContent = say('lost')
    later(3_000)
    return false
  }
  if (error.status === 429) {
    notice.textContent = say('tooMany', { seconds: String(error.seconds) })
    later(error.seconds * 1_000)
    return false
  }
  if (error.code === 'webChat.contactMissing') {
    // Nobody is there any more since the page was opened.
    kept.put({ pending: [], draft: message.text })
    page.isStaffed = false
    draw()
    first.refuse('contact', say('contactMissing'))
    return false
  }
  if (error.code === 'webChat.visitUnknown') {
    forget()
    return false
  }
  mark(message.key, error.code)
  notice.textContent = say(error.code === 'webChat.off' ? 'off' : error.code === 'webChat.tooLong' ? 'tooLong' : 'unavailable')
  return true
}

function forget(): void {
  visit = null
  isFollowing = false
  kept.forget()
  notice.textContent = say('gone')
  draw()
}

function follow(): void {
  if (isFollowing || !kept.get().hasBegun) return
  isFollowing = true
  followVisit(kept, {
    onChange: () => void refresh(),
    onLost: (isLost) => {
      notice.textContent = isLost ? say('lost') : ''
      if (!isLost) void flush()
    },
    onGone: forget,
  })
}

function refresh(): Promise<void> {
  refreshing ??= (async () => {
    try {
      visit = await readVisit(kept)
      draw()
    } catch {
      // The next change, or the connection when it is back, asks again.
    } finally {
      refreshing = null
    }
  })()
  return refreshing
}

const lines = new Map<string, HTMLElement>()

function draw(): void {
  const { hasBegun, pending } = kept.get()
  const isTalking = hasBegun || pending.length > 0
  panel.hidden = !isOpen
  bubble.hidden = isAlone || page.isPreview
  bubble.setAttribute('aria-expanded', String(isOpen))
  bubble.setAttribute('aria-label', say(isOpen ? 'close' : 'open'))
  const { isStaffed } = staffing()
  const back = moment()
  status.textContent = isStaffed ? say('now') : back === '' ? say('away') : say('back', { moment: back })
  status.dataset.staffed = String(isStaffed)
  first.form.hidden = isTalking
  log.hidden = !isTalking
  writing.form.hidden = !isTalking
  first.contactLabel.textContent = say(isStaffed ? 'contactOptional' : 'contact')
  greeting.textContent = isStaffed || isTalking ? page.greeting : `${page.greeting} ${say('leave')}`
  drawLines(pending)
  countUnread()
  if (!isAlone) window.parent.postMessage({ regieChat: isOpen ? 'open' : 'closed', title: `${say('title')} ${page.customerName}` }, '*')
}

function drawLines(pending: readonly Pending[]): void {
  const wasAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40
  const messages = visit?.messages ?? []
  const saved = new Set(messages.map(({ key }) => key))
  const shown = [
    ...messages.map(({ id, key, isOurs, text, at }) => ({ id: key ?? id, isOurs, text, foot: timeOf(at), fault: false, key })),
    ...pending
      .filter(({ key }) => !saved.has(key))
      .map(({ key, text, fault }) => ({
        id: key,
        isOurs: false,
        text,
        foot: say(fault ? 'failed' : 'sending'),
        fault: fault !== undefined,
        key,
      })),
  ]
  const kept = new Set(shown.map(({ id }) => id))
  for (const [id, line] of lines)
    if (!kept.has(id)) {
      line.remove()
      lines.delete(id)
    }
  for (const { id, isOurs, text, foot, fault, key } of shown) {
    const line = lines.get(id) ?? makeLine(isOurs, text)
    const last = line.lastElementChild
    if (last && (last.textContent !== foot || fault)) {
      last.textContent = foot
      if (fault) last.append(' ', element('button', { type: 'button', class: 'again', onclick: () => retry(key ?? '') }, say('again')))
    }
    if (!lines.has(id)) log.append(line)
    lines.set(id, line)
  }
  thank(messages.length > 0 && messages.every(({ isOurs }) => !isOurs))
  if (wasAtEnd) log.scrollTop = log.scrollHeight
}

function makeLine(isOurs: boolean, text: string): HTMLElement {
  const who = element('span', { class: 'hidden' }, `${isOurs ? say('us', { customer: page.customerName }) : say('you')}: `)
  const words = element('p', { dir: 'auto' }, who, ...(isOurs ? withLinks(text) : [text]))
  return element('div', { class: isOurs ? 'line ours' : 'line theirs' }, words, element('small', {}))
}

const thanks = element('p', { class: 'thanks' })
/** Below the first question, until somebody answers. */
function thank(isDue: boolean): void {
  if (!isDue) return thanks.remove()
  const { contact } = kept.get()
  const isLater = !staffing().isStaffed && contact !== ''
  thanks.textContent = isLater ? say('thanksLater', { moment: moment(), contact }) : say('thanks')
  log.append(thanks)
}

function retry(key: string): void {
  kept.put({ pending: kept.get().pending.map((one) => (one.key === key ? { key, text: one.text } : one)) })
  notice.textContent = ''
  draw()
  void flush()
}

let seen = 0
function countUnread(): void {
  const ours = visit?.messages.filter(({ isOurs }) => isOurs) ?? []
  const isSeen = isOpen && document.visibilityState === 'visible'
  const last = visit?.lastAnswerID ?? 0
  if (isSeen && last > seen) {
    seen = last
    void ask(kept, 'PUT', '/visit/seen', { answerID: last }).catch(() => undefined)
  }
  const unread = ours.filter(({ id }) => Number(id.slice(1)) > seen).length
  badge.hidden = isOpen || unread === 0
  badge.textContent = String(unread)
}

const timeOf = (at: string) => new Date(at).toLocaleTimeString(lang, { hour: '2-digit', minute: '2-digit' })

function paint(color: string): void {
  const { style } = document.documentElement
  style.setProperty('--accent', color)
  style.setProperty('--on-accent', inkOn(color))
}

document.body.dataset.alone = String(isAlone || page.isPreview)
paint(page.color)
document.addEventListener('visibilitychange', countUnread)
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && isOpen && !isAlone && !page.isPreview) toggle(false)
})
window.addEventListener('online', () => void flush())
// The screen where it is set up shows what is not saved yet.
window.addEventListener(
  'message',
  ({ origin, data }: MessageEvent<{ regiePreview?: { color: string; greeting: string; isStaffed: boolean } }>) => {
    const preview = origin === location.origin && page.isPreview ? data?.regiePreview : undefined
    if (preview === undefined) return
    paint(preview.color)
    page.greeting = preview.greeting
    draw()
  },
)
draw()
follow()
void flush()
