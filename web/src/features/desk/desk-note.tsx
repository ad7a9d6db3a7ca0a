import { type DeskCall, deskApi, deskNoteMax } from '@regie/contract/desk.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useEffect, useRef, useState } from 'react'
import { useApiChange } from '../../api/use-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { useRight } from '../../session/use-right.ts'
import { failureWords } from '../../ui/failure-text.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useKey } from '../../ui/use-key.ts'
import styles from './desk.module.css'

// Long enough for a word, short enough that a page that is closed loses no thought.
const saveAfterMs = 600

/** Words that are put under the note of a call, each time with another number. */
export type AddedWords = { callID: number; no: number; words: string }

/** What one writes while one speaks: kept on the server as it is typed, a note of the case when one is done. */
export function DeskNote({ call: { callID, note }, added }: { call: DeskCall; added: AddedWords | null }) {
  const t = useText()
  const mayWrite = useRight(Right.changeCases)
  const [typed, setTyped] = useState<string | null>(null)
  const save = useApiChange(deskApi.note, { refresh: [deskApi.find] })
  const field = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null)
  const [taken, setTaken] = useState(added?.no ?? 0)
  if (added !== null && added.no !== taken) {
    setTaken(added.no)
    const before = (typed ?? note).trim()
    if (added.callID === callID) setTyped([...(before === '' ? [] : [before]), added.words].join('\n').slice(0, deskNoteMax))
  }
  const isDirty = typed !== null && typed !== note
  // What the server has is what is shown as soon as nothing of ours is on its way.
  if (typed !== null && !isDirty && !save.isPending) setTyped(null)
  const { mutate, isPending, isError } = save
  useEffect(() => {
    if (!isDirty || isPending || isError) return
    const timer = setTimeout(() => mutate({ params: { callID }, body: { note: typed } }), saveAfterMs)
    return () => clearTimeout(timer)
  }, [callID, isDirty, isPending, isError, mutate, typed])
  useKey('n', () => field.current?.focus())
  if (!mayWrite) return null
  const write = (text: string) => {
    setTyped(text)
    if (isError) save.reset()
  }
  return (
    <Panel title={t('desk.note')} actions={<kbd>N</kbd>}>
      <TextAreaInput
        label={t('desk.note')}
        isLabelHidden
        inputRef={field}
        rows={4}
        maxLength={deskNoteMax}
        placeholder={t('desk.notePlaceholder')}
        error={isError ? failureWords(save.error) : undefined}
        value={typed ?? note}
        onChange={write}
        onBlur={() => isDirty && !isPending && mutate({ params: { callID }, body: { note: typed } })}
      />
      <p className={styles.quiet} role="status">
        {t(isError ? 'desk.noteNotKept' : isDirty || isPending ? 'desk.noteSaving' : note === '' ? 'desk.noteEmpty' : 'desk.noteKept')}
      </p>
    </Panel>
  )
}
