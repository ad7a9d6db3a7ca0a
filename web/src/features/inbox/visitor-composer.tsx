import { answerMax, type Conversation, inboxApi, type VisitorChat } from '@regie/contract/inbox.ts'
import { type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { useDraft } from '../../session/drafts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { TextChoice, useTextChoice } from '../../ui/text-choice.tsx'
import styles from './inbox.module.css'

type VisitorComposerProps = {
  found: Conversation
  visitor: VisitorChat
  inputRef?: Ref<HTMLTextAreaElement>
}

/** Writes to the visitor of a chat: no provider, no subject, no template; it stands on their page at once. Kept while it is typed. */
export function VisitorComposer({ found: { conversationID, caseID }, visitor, inputRef }: VisitorComposerProps) {
  const t = useText()
  const send = useApiChange(inboxApi.answer, { refresh: [inboxApi.list, inboxApi.counts, inboxApi.get] })
  const draft = useDraft<string>(`visitor:${conversationID}`)
  const [text, setText] = useState(draft.found?.values ?? '')
  // One sending, however often it is pressed or repeated.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const write = (typed: string) => {
    setText(typed)
    if (typed === '') draft.drop()
    else draft.save(typed)
  }
  const form = useRef<HTMLFormElement>(null)
  const [isPicking, setPicking] = useState(false)
  const isListed = isPicking || text.startsWith('/')
  const { data: texts = [] } = useApi(inboxApi.texts, { params: { conversationID } }, { isEnabled: isListed, staleMs: 60_000 })
  const wanted = text.startsWith('/') ? text.slice(1).toLowerCase() : ''
  const listed = texts
    .filter((one) => `${one.name} ${one.text}`.toLowerCase().includes(wanted))
    .map(({ key: known, name, text: words }) => ({ key: known, title: name, text: words }))
  // Stands in the field to be read and changed: what was typed before stays above it.
  const choose = ({ text: words }: { text: string }) => {
    setPicking(false)
    write(text === '' || text.startsWith('/') ? words : `${text.trimEnd()}\n${words}`)
    form.current?.querySelector('textarea')?.focus()
  }
  const closeList = () => {
    setPicking(false)
    if (text.startsWith('/')) write('')
  }
  const choice = useTextChoice({ found: listed, isOpen: isListed, onChoose: choose, onClose: closeList })
  const why = visitor.reason === null ? t('cases.lights.no') : t(`cases.refusals.${visitor.reason}`)
  const refused = visitor.nextAt === null ? why : `${why} · ${t('cases.lights.again', { at: formatNextMoment(visitor.nextAt) })}`
  const refusal = !visitor.ok ? refused : text.trim() === '' || text.startsWith('/') ? t('inbox.visitor.empty') : undefined
  const submit = () => {
    if (refusal !== undefined || send.isPending) return
    send.mutate(
      { params: { conversationID }, body: { key, text } },
      {
        onSuccess: () => {
          write('')
          setKey(crypto.randomUUID())
        },
      },
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (choice.press(event) || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    submit()
  }
  return (
    // What is pressed in the field comes by here.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      className={styles.visitorForm}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextAreaInput
        label={t('inbox.visitor.write')}
        isLabelHidden
        placeholder={t('inbox.visitor.placeholder')}
        rows={3}
        maxLength={answerMax}
        value={text}
        onChange={write}
        inputRef={inputRef as never}
      />
      {isListed && (
        <TextChoice label={t('inbox.texts.which')} none={t('inbox.texts.none')} found={listed} current={choice.current} onChoose={choose} />
      )}
      {caseID === null && <p className={styles.hint}>{t('inbox.visitor.said')}</p>}
      {send.error !== null && <FailureText failure={send.error} />}
      <div className={styles.visitorBar}>
        <Button icon={<Icon name="file" size={16} />} onPress={() => setPicking(!isPicking)}>
          {t('inbox.texts.pick')}
        </Button>
        <span role="status" className={styles.visitorState} title={visitor.ok ? undefined : refused}>
          <Badge tone={visitor.ok ? 'success' : 'warning'} icon={visitor.ok ? 'check' : 'clock'}>
            {visitor.ok ? t(visitor.isHere ? 'inbox.visitor.sees' : 'inbox.visitor.seesLater') : refused}
          </Badge>
        </span>
        <Button kind="main" type="submit" icon={<Icon name="send" size={16} />} isBusy={send.isPending} reason={refusal}>
          {t('inbox.visitor.send')}
        </Button>
      </div>
    </form>
  )
}
