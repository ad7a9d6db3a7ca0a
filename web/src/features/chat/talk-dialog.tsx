import type { ChatPerson } from '@regie/contract/chat.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { useSession } from '../../session/use-session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import styles from './chat.module.css'
import { useOpenDirect } from './chat-data.ts'
import { initialsOf } from './message-line.tsx'

type DialogProps = { customerID: number; people: readonly ChatPerson[]; onMade: (channelID: number) => void; onClose: () => void }

/** The colleagues one can write to: a press opens the talk. */
export function TalkDialog({ customerID, people, onMade, onClose }: DialogProps) {
  const t = useText()
  const { userID } = useSession()
  const [words, setWords] = useState('')
  const open = useOpenDirect()
  const others = people.filter((person) => person.userID !== userID)
  const shown = others.filter(({ name, username }) => `${name} ${username}`.toLowerCase().includes(words.trim().toLowerCase()))
  const choose = async (chosen: number) => {
    const talk = await open.mutateAsync({ body: { customerID, userID: chosen } }).catch(() => null)
    if (talk !== null) onMade(talk.channelID)
  }
  return (
    <Dialog isOpen title={t('chat.newTalk')} onClose={onClose}>
      {others.length === 0 ? (
        <p>{t('chat.nobody')}</p>
      ) : (
        <>
          <TextInput label={t('chat.filterPeople')} isLabelHidden placeholder={t('chat.filterPeople')} value={words} onChange={setWords} />
          {open.error !== null && <FailureText failure={open.error} />}
          <ul className={styles.persons}>
            {shown.map((person) => (
              <li key={person.userID}>
                <button type="button" disabled={open.isPending} onClick={() => void choose(person.userID)}>
                  <span className={styles.smallFace} aria-hidden="true">
                    {initialsOf(person.name)}
                  </span>
                  {person.name}
                  <span className={styles.soft}>@{person.username}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}
