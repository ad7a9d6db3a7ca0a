import { type ChatPerson, chatTextMax } from '@regie/contract/chat.ts'
import { useRef, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { useDraft } from '../../session/drafts.ts'
import { MentionList } from '../../session/mentions/mention-list.tsx'
import { useMentions } from '../../session/mentions/use-mentions.ts'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { useMedia } from '../../ui/use-media.ts'
import styles from './chat.module.css'
import { useSend } from './chat-data.ts'

type ComposerProps = { channelID: number; label: string; people: readonly ChatPerson[]; onEditLast: () => void }

/** Room to write: Enter sends, what is not sent is still there after a reload, ↑ in an empty field changes the last message. */
export function Composer({ channelID, label, people, onEditLast }: ComposerProps) {
  const t = useText()
  const send = useSend()
  const draft = useDraft<string>(`chat:${channelID}`)
  const [text, setText] = useState(draft.found?.values ?? '')
  const input = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null)
  // On a phone the key of the keyboard makes a new line, as everywhere there.
  const isTouched = useMedia('(pointer: coarse)')
  const write = (typed: string) => {
    setText(typed)
    if (typed === '') draft.drop()
    else draft.save(typed)
  }
  const mentions = useMentions(people, input, write)
  const submit = async () => {
    const sent = text
    if (sent.trim() === '') return
    write('')
    input.current?.focus()
    try {
      await send.mutateAsync({ params: { channelID }, body: { text: sent } })
    } catch {
      // Nothing typed is lost: it stands before what was typed meanwhile.
      const now = input.current?.value ?? ''
      write(now === '' ? sent : `${sent}\n${now}`)
    }
  }
  return (
    // What is pressed in the field comes by here.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onKeyUp={(event) => !['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape'].includes(event.key) && mentions.follow()}
      onBlur={mentions.leave}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || mentions.press(event)) return
        if (event.key === 'Escape') input.current?.blur()
        if (event.key === 'ArrowUp' && text === '' && !event.altKey) {
          event.preventDefault()
          onEditLast()
        }
        if (event.key !== 'Enter' || event.shiftKey || (isTouched && !event.ctrlKey) || !(event.target instanceof HTMLTextAreaElement))
          return
        event.preventDefault()
        void submit()
      }}
    >
      {mentions.found.length > 0 && <MentionList colleagues={mentions.found} current={mentions.current} onChoose={mentions.choose} />}
      {send.error !== null && <FailureText failure={send.error} />}
      <div className={styles.writing}>
        <TextAreaInput
          label={label}
          isLabelHidden
          placeholder={label}
          rows={1}
          maxLength={chatTextMax}
          value={text}
          onChange={write}
          inputRef={input}
        />
        <Button type="submit" kind="main" icon={<Icon name="send" size={16} />} isDisabled={text.trim() === ''}>
          {t('chat.send')}
        </Button>
      </div>
      {!isTouched && <p className={styles.keys}>{t('chat.keys')}</p>}
    </form>
  )
}
