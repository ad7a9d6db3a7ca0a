import { type KeyboardEvent, useState } from 'react'
import styles from './text-choice.module.css'

export type ChoosableText = {
  key: string
  /** What staff call it. */
  title: string
  /** Of an e-mail. */
  subject?: string
  text: string
}

type Choice<One> = { found: readonly One[]; isOpen: boolean; onChoose: (one: One) => void; onClose: () => void }

/** The keys of a list of texts below a field: arrows walk through it, Enter takes one, Escape leaves it. `press` is true for a key that it used. */
export function useTextChoice<One>({ found, isOpen, onChoose, onClose }: Choice<One>) {
  const [walked, setWalked] = useState(0)
  const current = Math.min(walked, Math.max(0, found.length - 1))
  const press = (event: KeyboardEvent): boolean => {
    // A button within the list is pressed by itself.
    const isField = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement
    const one = found[current]
    if (!isOpen || event.nativeEvent.isComposing) return false
    if (event.key === 'Escape') onClose()
    else if (!isField || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
    else if (event.key === 'ArrowDown') setWalked((current + 1) % Math.max(1, found.length))
    else if (event.key === 'ArrowUp') setWalked((current - 1 + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter' && one !== undefined) {
      setWalked(0)
      onChoose(one)
    } else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { current, press }
}

type ListProps<One> = { label: string; none: string; found: readonly One[]; current: number; onChoose: (one: One) => void }

/** Texts to choose one of, each by its title, its subject and how it begins. */
export function TextChoice<One extends ChoosableText>({ label, none, found, current, onChoose }: ListProps<One>) {
  return (
    <ul className={styles.texts} aria-label={label}>
      {found.map((one, index) => (
        <li key={one.key}>
          <button
            type="button"
            data-current={index === current || undefined}
            ref={index === current ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
            onClick={() => onChoose(one)}
          >
            <strong>{one.title}</strong>
            {one.subject !== undefined && one.subject !== '' && <span className={styles.subject}>{one.subject}</span>}
            <span>{one.text}</span>
          </button>
        </li>
      ))}
      {found.length === 0 && <li className={styles.none}>{none}</li>}
      <li className="visually-hidden" aria-live="polite">
        {found[current]?.title}
      </li>
    </ul>
  )
}
