import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'

type TypedProps<Value> = {
  value: Value
  empty: Value
  read: (typed: string) => Value | null
  show: (value: Value) => string
  onChange: (value: Value) => void
  kind: 'date' | 'moment' | 'time'
  min?: Value | undefined
  max?: Value | undefined
}

/**
 * What somebody types in a field of a date or time: it stays as typed until the field is left, the value follows at once. What is wrong is said when
 * the field is left, and goes as soon as it is right.
 */
export function useTyped<Value extends string | null>({ value, empty, read, show, onChange, kind, min, max }: TypedProps<Value>) {
  const t = useText()
  const [typed, setTyped] = useState<string | null>(null)
  const [isLeft, setLeft] = useState(false)
  const meant = typed === null ? value : typed.trim() === '' ? empty : (read(typed) ?? empty)
  // Somebody else chose a value meanwhile: a chip, the calendar, a colleague's version.
  const text = typed !== null && meant === value ? typed : show(value)
  const isNone = typed !== null && meant === value && typed.trim() !== '' && read(typed) === null
  const limitFault =
    value !== empty && value !== null && min && value < min
      ? t('ui.invalid.below', { limit: show(min) })
      : value !== empty && value !== null && max && value > max
        ? t('ui.invalid.above', { limit: show(max) })
        : undefined
  return {
    text,
    fault: isLeft || (isNone && isWholeWithMore(typed, read, show)) ? (isNone ? t(`fields.invalid.${kind}`) : limitFault) : undefined,
    type: (next: string) => {
      setTyped(next)
      onChange(next.trim() === '' ? empty : (read(next) ?? empty))
    },
    /** Another field has the focus: what was understood is written out whole. */
    leave: () => {
      setLeft(true)
      if (!isNone) setTyped(null)
    },
  }
}

/** Letters behind a whole date or time make it none: whoever typed them by mistake reads so at once. */
function isWholeWithMore<Value>(typed: string, read: (typed: string) => Value | null, show: (value: Value) => string) {
  const whole = typed.replace(/\p{L}+$/u, '')
  if (whole === typed) return false
  const value = read(whole)
  return value !== null && show(value) === whole
}
