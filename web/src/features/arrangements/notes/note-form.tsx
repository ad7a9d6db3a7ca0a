import { useRef, useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { formatMoment } from '../../../locales/format.ts'
import { useDraft } from '../../../session/drafts.ts'
import { MentionList } from '../../../session/mentions/mention-list.tsx'
import { useMentions } from '../../../session/mentions/use-mentions.ts'
import { notify } from '../../../session/notification.tsx'
import { Button } from '../../../ui/button.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { TextAreaInput } from '../../../ui/inputs.tsx'
import { useScreenAction } from '../../../ui/screen-actions.ts'
import { useKey } from '../../../ui/use-key.ts'
import { useMedia } from '../../../ui/use-media.ts'
import styles from '../arrangements.module.css'
import { useAddNote, useColleagues } from '../arrangements-data.ts'

const charsMax = 4000

// They move in the list of colleagues, or close it.
const listKeys = new Set(['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape'])

type NoteFormProps = { caseID: number; customerID: number; onSaved?: () => void }

/** Room for a note: Ctrl+Enter saves it, and what is not saved is still there after a reload or another case. */
export function NoteForm({ caseID, customerID, onSaved }: NoteFormProps) {
  const t = useText()
  const add = useAddNote()
  // Keys are of no use to a thumb.
  const isTouched = useMedia('(pointer: coarse)')
  const draft = useDraft<string>(`note:${caseID}`)
  const [text, setText] = useState(draft.found?.values ?? '')
  const [isOld, setOld] = useState(draft.found !== null)
  const input = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null)
  const begin = () => input.current?.focus()
  useKey('n', begin)
  useScreenAction({ id: 'n', label: t('arrangements.notes.label'), icon: 'feedback', keyName: 'n', run: begin })
  const write = (typed: string) => {
    setText(typed)
    setOld(false)
    if (typed === '') draft.drop()
    else draft.save(typed)
  }
  const { data: colleagues = [] } = useColleagues(customerID)
  const mentions = useMentions(colleagues, input, write)
  const save = async () => {
    if (text.trim() === '' || add.isPending) return
    const isSaved = await add.mutateAsync({ params: { caseID }, body: { text } }).then(
      () => true,
      () => false,
    )
    if (!isSaved) return
    notify(t('arrangements.notes.saved'))
    setOld(false)
    // Whoever typed on meanwhile keeps what he added.
    setText((typed) => {
      if (typed !== text) return typed
      draft.drop()
      return ''
    })
    onSaved?.()
  }
  return (
    // What is pressed in the field comes by here.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyUp={(event) => !listKeys.has(event.key) && mentions.follow()}
      onBlur={mentions.leave}
      onKeyDown={(event) => {
        if (mentions.press(event)) return
        // Out of the text, so that letters are keys again; what was typed stays.
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) input.current?.blur()
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        void save()
      }}
    >
      <TextAreaInput
        label={t('arrangements.notes.label')}
        isLabelHidden
        placeholder={t(isTouched ? 'arrangements.notes.helpTouch' : 'arrangements.notes.help')}
        help={isOld && draft.found !== null ? t('arrangements.notes.draft', { at: formatMoment(draft.found.at) }) : undefined}
        rows={1}
        maxLength={charsMax}
        value={text}
        onChange={write}
        inputRef={input}
      />
      {mentions.found.length > 0 && <MentionList colleagues={mentions.found} current={mentions.current} onChoose={mentions.choose} />}
      {add.error !== null && <FailureText failure={add.error} />}
      {text.trim() !== '' && (
        <div>
          <Button type="submit" kind="main" isBusy={add.isPending}>
            {t('arrangements.notes.save')}
          </Button>
        </div>
      )}
    </form>
  )
}
