import { isMentionable, mentionBefore } from '@regie/contract/mentions.ts'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { useSession } from '../use-session.ts'

const shownMax = 6

type Colleague = { userID: number; name: string; username: string }

/** Completes `@` in a text with one of these colleagues. */
export function useMentions(colleagues: readonly Colleague[], input: RefObject<HTMLTextAreaElement | null>, write: (text: string) => void) {
  const { userID } = useSession()
  const [typed, setTyped] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const wanted = typed?.toLowerCase() ?? ''
  const found =
    typed === null
      ? []
      : colleagues
          .filter((one) => one.userID !== userID && isMentionable(one.username))
          .filter(({ name, username }) => username.toLowerCase().startsWith(wanted) || name.toLowerCase().includes(wanted))
          .slice(0, shownMax)
  const current = Math.min(at, Math.max(0, found.length - 1))
  const follow = () => {
    const field = input.current
    setTyped(field === null ? null : mentionBefore(field.value, field.selectionStart))
    setAt(0)
  }
  const choose = (username: string) => {
    const field = input.current
    if (field === null || typed === null) return
    const end = field.selectionStart
    const start = end - typed.length
    const text = `${field.value.slice(0, start)}${username} ${field.value.slice(end)}`
    write(text)
    setTyped(null)
    const cursor = start + username.length + 1
    // After React has put the text into the field.
    requestAnimationFrame(() => field.setSelectionRange(cursor, cursor))
  }
  /** Answers whether the key was for the list. */
  const press = (event: KeyboardEvent): boolean => {
    if (found.length === 0 || event.ctrlKey || event.metaKey) return false
    const person = found[current]
    if (event.key === 'ArrowDown') setAt((current + 1) % found.length)
    else if (event.key === 'ArrowUp') setAt((current - 1 + found.length) % found.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && person !== undefined) choose(person.username)
    else if (event.key === 'Escape') setTyped(null)
    else return false
    event.preventDefault()
    return true
  }
  return { found, current, follow, choose, press, leave: () => setTyped(null) }
}
