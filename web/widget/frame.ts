import type { Visit, WebChatPage } from '@regie/contract/web-chat.ts'
import { element, icon, inkOn, momentWords, type Say } from './chat-parts.ts'
import { ask, openKept, type Pending, readVisit, Refused, sendMessage } from './chat-store.ts'
import { firstForm } from './first-form.ts'
import { followVisit } from './live-visit.ts'
import { messageLog } from './message-log.ts'
import { writingLine } from './writing-line.ts'

const page = JSON.parse(document.body.dataset.chat ?? '{}') as WebChatPage
const kept = openKept(page.siteKey)
const { lang } = document.documentElement
const isAlone = window.parent === window

let visit: Visit | null = null
let isOpen = isAlone || page.isPreview || kept.get().isOpen
let isFollowing = false
let isSending = false
let refreshing: Promise<void> | null = null

const say: Say = (key, values = {}) => (page.texts[key] ?? key).replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '')
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
const said = messageLog({ customerName: page.customerName, lang, say, thanks, onRetry: retry })
const first = firstForm({ page, kept, say, isStaffed: () => staffing().isStaffed, onQuestion: begin })
const writing = writingLine({ kept, say, send })
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
  element('div', { class: 'body' }, greeting, said.log, first.form),
  notice,
  writing.form,
)
document.body.append(panel, bubble)

function toggle(open: boolean): void {
  isOpen = open
  kept.put({ isOpen })
  draw()
  if (!open) return bubble.focus()
  const field = kept.get().hasBegun || kept.get().pending.length > 0 ? writing.text : first.name
  field.focus()
}

function begin(question: string): void {
  send(question)
  writing.text.focus()
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
  said.log.hidden = !isTalking
  writing.form.hidden = !isTalking
  first.contactLabel.textContent = say(isStaffed ? 'contactOptional' : 'contact')
  greeting.textContent = isStaffed || isTalking ? page.greeting : `${page.greeting} ${say('leave')}`
  said.show(visit, pending)
  countUnread()
  if (!isAlone) window.parent.postMessage({ regieChat: isOpen ? 'open' : 'closed', title: `${say('title')} ${page.customerName}` }, '*')
}

function thanks(): string {
  const { contact } = kept.get()
  const isLater = !staffing().isStaffed && contact !== ''
  return isLater ? say('thanksLater', { moment: moment(), contact }) : say('thanks')
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
