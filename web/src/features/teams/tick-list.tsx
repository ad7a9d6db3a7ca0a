import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { CheckInput } from '../../ui/toggles.tsx'
import styles from './teams.module.css'

type Choice = { id: number; name: string }
type TickListProps = {
  label: string
  choices: readonly Choice[]
  chosen: readonly number[]
  onChoose: (ids: number[]) => void
  /** What stands there when there is nothing to tick. */
  none: string
  error: string | undefined
}

const manyFrom = 8

/** Names with a tick for each, and a filter where they are many. */
export function TickList({ label, choices, chosen, onChoose, none, error }: TickListProps) {
  const t = useText()
  const [words, setWords] = useState('')
  const shown = choices.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()))
  return (
    <fieldset className={styles.ticks}>
      <legend>{label}</legend>
      {choices.length === 0 && <p className={styles.none}>{none}</p>}
      {choices.length >= manyFrom && (
        <TextInput
          label={t('teams.filter', { what: label })}
          isLabelHidden
          placeholder={t('teams.filterHint')}
          value={words}
          onChange={setWords}
        />
      )}
      <div className={styles.choices}>
        {shown.map(({ id, name }) => (
          <CheckInput
            key={id}
            label={name}
            value={chosen.includes(id)}
            onChange={(isChosen) => onChoose(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))}
      </div>
      {error !== undefined && <p role="alert">{error}</p>}
    </fieldset>
  )
}
