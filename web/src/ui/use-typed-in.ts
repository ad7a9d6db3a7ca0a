import { createContext, type FormEvent, type FocusEvent, useRef } from 'react'

type Typable = HTMLInputElement | HTMLTextAreaElement

// What is typed to find something is not lost work, and what was chosen is chosen again in one press.
const isKept = (target: EventTarget): target is Typable =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
  !target.matches('[type=search], [type=file], [role=combobox]')

/** Says to the dialog around that what was typed in it is saved. */
export const TypedIsSaved = createContext<() => void>(() => undefined)

/** Notices what is typed in the fields of one element, whichever form they belong to: a field counts while it differs from what it held before. */
export function useTypedIn() {
  const before = useRef(new Map<Typable, string>())
  const typed = useRef(new Set<Typable>())
  const firstTyped = () => Array.from(typed.current).find((field) => field.isConnected && field.value !== before.current.get(field))
  return {
    isTyped: () => firstTyped() !== undefined,
    firstTyped,
    /** What the fields hold now is kept elsewhere. */
    save: () => {
      for (const field of before.current.keys()) before.current.set(field, field.value)
      typed.current.clear()
    },
    handlers: {
      onFocusCapture: ({ target }: FocusEvent) => {
        if (isKept(target) && !typed.current.has(target)) before.current.set(target, target.value)
      },
      onInputCapture: ({ target }: FormEvent) => {
        if (isKept(target) && before.current.has(target)) typed.current.add(target)
      },
    },
  }
}
