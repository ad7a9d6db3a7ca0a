import { type FocusEvent, useState } from 'react'
import { formatNumber } from '../locales/format.ts'
import { useText } from '../locales/i18n.tsx'

type Native = HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement

/**
 * What is wrong with a number when its field is left: letters, or a value outside of what may be. The browser reports such a value as empty, so that
 * without this a form would only stay grey.
 */
export function useLeftFault() {
  const t = useText()
  const [fault, setFault] = useState<string | undefined>(undefined)
  const look = (input: HTMLInputElement) => {
    const { badInput, rangeUnderflow, rangeOverflow, stepMismatch } = input.validity
    if (badInput || stepMismatch) setFault(t('ui.invalid.number'))
    else if (rangeUnderflow) setFault(t('ui.invalid.below', { limit: formatNumber(Number(input.min)) }))
    else if (rangeOverflow) setFault(t('ui.invalid.above', { limit: formatNumber(Number(input.max)) }))
    else setFault(undefined)
  }
  const leave = (onBlur: (() => void) | undefined) => (event: FocusEvent<Native>) => {
    look(event.currentTarget)
    onBlur?.()
  }
  /** While somebody mends it, the text goes as soon as the value is right. */
  const mend = (input: HTMLInputElement) => {
    if (fault !== undefined) look(input)
  }
  return { fault, leave, mend }
}
