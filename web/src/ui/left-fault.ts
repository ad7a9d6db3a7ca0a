import { type FocusEvent, useState } from 'react'
import { formatDate, formatNumber } from '../locales/format.ts'
import { useText } from '../locales/i18n.tsx'

type Kind = 'date' | 'moment' | 'number'
type Native = HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement

/**
 * What is wrong with a field of the browser's own when it is left: half a date, a number with letters, a value outside of what may be. The browser
 * reports such a value as empty, so that without this a form would only stay grey.
 */
export function useLeftFault(kind: Kind) {
  const t = useText()
  const [fault, setFault] = useState<string | undefined>(undefined)
  const look = (input: HTMLInputElement) => {
    const { badInput, rangeUnderflow, rangeOverflow, stepMismatch } = input.validity
    if (badInput || stepMismatch) setFault(t(`ui.invalid.${kind}`))
    else if (rangeUnderflow) setFault(t('ui.invalid.below', { limit: shown(kind, input.min) }))
    else if (rangeOverflow) setFault(t('ui.invalid.above', { limit: shown(kind, input.max) }))
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

function shown(kind: Kind, limit: string): string {
  if (kind === 'number') return formatNumber(Number(limit))
  const [day = '', time] = limit.split('T')
  return `${formatDate(`${day}T12:00:00Z`)}${time === undefined ? '' : ` ${time}`}`
}
