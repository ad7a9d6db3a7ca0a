import type { ChatPerson } from '@regie/contract/chat.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { CheckInput } from '../../ui/toggles.tsx'
import styles from './chat.module.css'

type ChoiceProps = { people: readonly ChatPerson[]; chosen: readonly number[]; onChoose: (userIDs: number[]) => void }

const manyFrom = 8

/** Colleagues with a tick for each, and a filter where they are many. */
export function PeopleChoice({ people, chosen, onChoose }: ChoiceProps) {
  const t = useText()
  const [words, setWords] = useState('')
  const shown = people.filter(({ name, username }) => `${name} ${username}`.toLowerCase().includes(words.trim().toLowerCase()))
  if (people.length === 0) return <p>{t('chat.nobody')}</p>
  return (
    <fieldset className={styles.choice}>
      <legend>{t('chat.who')}</legend>
      {people.length >= manyFrom && (
        <TextInput label={t('chat.filterPeople')} isLabelHidden placeholder={t('chat.filterPeople')} value={words} onChange={setWords} />
      )}
      <div className={styles.choices}>
        {shown.map(({ userID, name }) => (
          <CheckInput
            key={userID}
            label={name}
            value={chosen.includes(userID)}
            onChange={(isChosen) => onChoose(isChosen ? [...chosen, userID] : chosen.filter((id) => id !== userID))}
          />
        ))}
      </div>
    </fieldset>
  )
}
