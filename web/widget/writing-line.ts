import { element, icon, type Say, textMax } from './chat-parts.ts'
import type { KeptStore } from './chat-store.ts'

/** The line in which one writes. It grows with its text, says how much is left near the end, and keeps what is not sent yet. */
export function writingLine({ kept, say, send }: { kept: KeptStore; say: Say; send: (text: string) => void }) {
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
