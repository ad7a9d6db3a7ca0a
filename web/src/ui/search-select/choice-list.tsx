import '@mantine/core/styles/Combobox.layer.css'
import { Combobox, useCombobox } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import fieldStyles from '../field.module.css'
import type { SelectOption } from '../inputs.tsx'
import { Kit } from '../kit.tsx'
import { matching } from './matching.ts'
import styles from './search-select.module.css'

// More than anybody scrolls through; the rest is found by typing.
const shownMax = 300

type ChoiceListProps = {
  label: string
  words: string
  value: string
  options: readonly SelectOption[]
  onChoose: (value: string) => void
}

/** What one may choose, with the line to search in: the arrows go through it, Enter chooses. */
export function ChoiceList({ label, words, value, options, onChoose }: ChoiceListProps) {
  const t = useText()
  const list = useCombobox({ defaultOpened: true })
  const [typed, setTyped] = useState(words)
  const found = matching(options, typed)
  const { selectFirstOption, selectActiveOption } = list
  useEffect(() => {
    if (typed.trim() === '') selectActiveOption()
    else selectFirstOption()
  }, [typed, selectFirstOption, selectActiveOption])
  return (
    <Kit>
      <Combobox store={list} withinPortal={false} onOptionSubmit={onChoose}>
        <Combobox.EventsTarget>
          <input
            // It opened for typing in it.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            className={fieldStyles.input}
            type="text"
            autoComplete="off"
            role="combobox"
            aria-expanded="true"
            aria-label={t('fields.choice.search', { label })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <Combobox.Options aria-label={label} className={styles.options}>
          {found.slice(0, shownMax).map((option) => (
            <Combobox.Option
              key={option.value}
              value={option.value}
              disabled={option.isDisabled ?? false}
              active={option.value === value}
              aria-selected={option.value === value}
              className={styles.option ?? ''}
            >
              {option.label}
            </Combobox.Option>
          ))}
        </Combobox.Options>
        <div className={styles.note} role="status">
          {found.length === 0
            ? t('fields.choice.none')
            : found.length > shownMax
              ? t('fields.choice.more', { count: found.length - shownMax })
              : null}
        </div>
      </Combobox>
    </Kit>
  )
}
