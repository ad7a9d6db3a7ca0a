import type { WebChatPage } from '@regie/contract/web-chat.ts'
import { element, type Say, textMax } from './chat-parts.ts'
import type { KeptStore } from './chat-store.ts'

const contactForm = /^([^\s@]{1,64}@[^\s@]{1,180}|\+?[0-9][0-9 ()-]{5,24})$/

type Wanted = {
  page: WebChatPage
  kept: KeptStore
  say: Say
  isStaffed: () => boolean
  /** Takes the question, when all that is asked stands there. */
  onQuestion: (text: string) => void
}

/** The form with which a chat begins: name, where one is reached, the question. What is typed is kept as one types. */
export function firstForm({ page, kept, say, isStaffed, onQuestion }: Wanted) {
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
    if (reached === '' && !isStaffed()) return refuse('contact', say('contactMissing'))
    if (reached !== '' && !contactForm.test(reached)) return refuse('contact', say('contactWrong'))
    if (text.value.trim() === '') return refuse('text', say('questionMissing'))
    kept.put({ name: name.value.trim(), contact: reached, draft: '' })
    const question = text.value.trim()
    text.value = ''
    onQuestion(question)
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
