import { chatTextMax, type ChatMessage } from '@regie/contract/chat.ts'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import styles from './chat.module.css'
import { useEdit } from './chat-data.ts'

/** Changes a message in its place: Enter saves, Esc leaves it as it was. */
export function EditForm({ message, onDone }: { message: ChatMessage; onDone: () => void }) {
  const t = useText()
  const edit = useEdit()
  const [text, setText] = useState(message.text)
  const input = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.setSelectionRange(message.text.length, message.text.length)
  }, [message.text])
  const save = async () => {
    if (text.trim() === '' || edit.isPending) return
    if (text !== message.text) await edit.mutateAsync({ params: { messageID: message.messageID }, body: { text } })
    onDone()
  }
  return (
    // What is pressed in the field comes by here.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className={styles.editing}
      onSubmit={(event) => {
        event.preventDefault()
        void save().catch(() => undefined)
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Escape') {
          event.stopPropagation()
          onDone()
        }
        if (event.key !== 'Enter' || event.shiftKey || !(event.target instanceof HTMLTextAreaElement)) return
        event.preventDefault()
        void save().catch(() => undefined)
      }}
    >
      <TextAreaInput
        label={t('chat.edit')}
        isLabelHidden
        rows={1}
        maxLength={chatTextMax}
        value={text}
        onChange={setText}
        inputRef={input}
      />
      {edit.error !== null && <FailureText failure={edit.error} />}
      <div className={styles.row}>
        <Button type="submit" kind="main" isBusy={edit.isPending}>
          {t('chat.save')}
        </Button>
        <Button onPress={onDone}>{t('ui.cancel')}</Button>
      </div>
    </form>
  )
}
