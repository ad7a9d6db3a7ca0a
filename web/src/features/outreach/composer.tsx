import { type Locale, locales } from '@regie/contract/locale.ts'
import {
  freeTextMax,
  manualMessageApi,
  planDaysMax,
  smsPartsMax,
  subjectMax,
  type WrittenChannel,
  type WrittenTexts,
} from '@regie/contract/manual-messages.ts'
import { smsSegments } from '@regie/contract/sms-segments.ts'
import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import { useApi } from '../../api/use-api.ts'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { useDraft } from '../../session/drafts.ts'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SelectInput, TextAreaInput } from '../../ui/inputs.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { TextChoice, useTextChoice } from '../../ui/text-choice.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { CheckInput } from '../../ui/toggles.tsx'
import { AskNumber } from './ask-number.tsx'
import { AttachArea, AttachButton, AttachedFiles } from './attach-files.tsx'
import { ComposerLight, refusedWords } from './composer-light.tsx'
import styles from './composer.module.css'
import { faultOfFiles, useMailFiles } from './mail-files.ts'
import { useCaseStatus, useSendMessage } from './outreach-data.ts'
import { inAnHour, mayPlanFor, PlanChoice } from './plan-choice.tsx'

type Written = { text: string; subject: string; template: string | null; withInvoices?: boolean }
type ComposerProps = {
  caseID: number
  channel: WrittenChannel
  /** The conversation that it answers, with the subject of its last mail. */
  conversation?: { conversationID: number; subject: string }
  inputRef?: Ref<HTMLTextAreaElement>
  onSent?: () => void
  /** Leaves without sending; what was typed stays. Left out where it is part of a screen. */
  onCancel?: () => void
}

/** Writes to the person of a case: own words, or with `/` a text of the customer. Kept while it is typed; saved once before it leaves. */
export function Composer(props: ComposerProps) {
  const { caseID, channel, conversation } = props
  const [locale, setLocale] = useState<Locale | null>(null)
  const query = useApi(
    manualMessageApi.texts,
    {
      params: { caseID },
      query: { channel, ...(locale !== null && { locale }), ...(conversation && { conversationID: conversation.conversationID }) },
    },
    { staleMs: 0, keepsPrevious: true },
  )
  return (
    <Loaded query={query} lines={4}>
      {(answer) => (
        <>
          <Form key={`${caseID}-${channel}`} {...props} answer={answer} onLocale={setLocale} />
          {conversation && <AskNumber caseID={caseID} conversationID={conversation.conversationID} answer={answer} />}
        </>
      )}
    </Loaded>
  )
}

type FormProps = ComposerProps & { answer: WrittenTexts; onLocale: (locale: Locale) => void }

function Form({ caseID, channel, conversation, inputRef, onSent, onCancel, answer, onLocale }: FormProps) {
  const t = useText()
  const formId = useId()
  const send = useSendMessage()
  const isClosed = useCaseStatus(caseID) === 'closed'
  // An answer is kept with its conversation: two people may write about one case.
  const about = conversation ? `answer:${conversation.conversationID}:${channel}` : `message:${caseID}:${channel}`
  const draft = useDraft<Written>(about)
  const mailFiles = useMailFiles(caseID, `files:${about}`, channel)
  const fresh: Written = { text: '', subject: conversation?.subject ?? '', template: null }
  const [written, setWritten] = useState<Written>(draft.found?.values ?? fresh)
  const [passCap, setPassCap] = useState(false)
  const [isPicking, setPicking] = useState(false)
  // undefined: no moment was asked for; null: one was, but it is not filled in.
  const [later, setLater] = useState<string | null>()
  // One sending, however often it is pressed or repeated.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const put = (changed: Partial<Written>) => {
    const next = { ...written, ...changed }
    setWritten(next)
    if (next.text === '' && next.template === null) draft.drop()
    else draft.save(next)
  }
  const { text, subject, withInvoices = false } = written
  const chosen = answer.texts.find(({ key: known }) => known === written.template)
  // A text may go to somebody else than the person, and then what may be is asked of them.
  const way: WrittenTexts = chosen?.receiver ? { ...answer, ...chosen.receiver, answersUntil: null } : answer
  const mayLeave = way.ok || (way.mayPassCap && passCap)
  // What may not leave now is planned for the first moment at which it may.
  const sendAt = later !== undefined ? later : mayLeave || !mayPlanFor(way.nextAt) ? null : way.nextAt
  const isFree = answer.windowEndsAt !== null && (sendAt === null || sendAt < answer.windowEndsAt)
  const isWindowClosed = channel === 'whatsapp' && !isFree && chosen === undefined
  const takesFile = channel === 'email' || (channel === 'whatsapp' && !isWindowClosed && (chosen ?? answer).fileFault === null)
  // A file that was chosen before a text that takes none stays in sight: it is removed by who chose it.
  const files = takesFile || ((chosen !== undefined || answer.fileFault !== null) && mailFiles.files.length > 0) ? mailFiles : null
  const isListed = chosen === undefined && (isPicking || isWindowClosed || text.startsWith('/'))
  const wanted = text.startsWith('/') && !isWindowClosed ? text.slice(1).toLowerCase() : ''
  const found = answer.texts
    .filter((one) => `${one.name} ${one.subject} ${one.text}`.toLowerCase().includes(wanted))
    .slice(0, isWindowClosed || wanted === '' ? undefined : 8)
    .map((one) => ({ ...one, title: one.name, text: one.missing.length > 0 ? missingWords(t, one) : one.text }))
  const segments = channel === 'sms' && chosen === undefined ? smsSegments(text) : null
  const refusal = refusalOf()
  function refusalOf(): string | undefined {
    if (isClosed) return t('cases.refusals.caseClosed')
    if (files?.isBusy) return t('outreach.compose.attachWait')
    if (!mayLeave && !mayPlanFor(way.nextAt)) return refusedWords(t, way)
    if (later !== undefined && !mayPlanFor(later)) return t('outreach.compose.wrongMoment', { max: planDaysMax })
    const filesFault = faultOfFiles(files, { text: chosen === undefined ? text.trim() : '', fileFault: (chosen ?? answer).fileFault })
    if (chosen !== undefined && chosen.missing.length > 0) return missingWords(t, chosen)
    if (chosen !== undefined) return filesFault
    if (isWindowClosed) return t('outreach.compose.windowClosed')
    if (text.trim() === '' || isListed) return t('outreach.compose.empty')
    if (channel === 'email' && subject.trim() === '') return t('outreach.compose.noSubject')
    if (filesFault !== undefined) return filesFault
    return segments !== null && segments.segments > smsPartsMax ? t('outreach.compose.tooManyParts', { max: smsPartsMax }) : undefined
  }
  const choose = (one: Pick<WrittenTexts['texts'][number], 'key'>) => {
    setPicking(false)
    put({ template: one.key, text: text.startsWith('/') ? '' : text })
  }
  // A text that carries the invoices asks for them; beside it and in own words they are chosen.
  const textTakesInvoices = chosen !== undefined && chosen.invoices !== null
  const rewrite = () =>
    chosen &&
    put({
      ...{ template: null, text: chosen.text, subject: chosen.subject },
      withInvoices: withInvoices || (textTakesInvoices && answer.invoices > 0),
    })
  const submit = () => {
    if (refusal !== undefined || send.isPending) return
    const words = chosen === undefined ? { text, ...(channel === 'email' && { subject }) } : { template: chosen.key, locale: answer.locale }
    const body = {
      channel,
      key,
      ...words,
      ...(conversation && { conversationID: conversation.conversationID }),
      ...(channel === 'email' && withInvoices && !textTakesInvoices && { withInvoices }),
      ...(passCap && way.mayPassCap && { passCap }),
      ...(sendAt !== null && { sendAt }),
      ...(files !== null && files.files.length > 0 && { attachmentIDs: files.files.map(({ attachmentID }) => attachmentID) }),
    }
    send.mutate(
      { params: { caseID }, body },
      {
        onSuccess: () => {
          notify(sendAt === null ? t(`outreach.compose.${channel}Sent`) : t('outreach.compose.planned', { at: formatNextMoment(sendAt) }))
          draft.drop()
          files?.clear()
          setWritten(fresh)
          setLater(undefined)
          setKey(crypto.randomUUID())
          onSent?.()
        },
      },
    )
  }
  const closeList = () => {
    setPicking(false)
    if (text.startsWith('/')) put({ text: '' })
  }
  const choice = useTextChoice({ found, isOpen: isListed && !isWindowClosed, onChoose: choose, onClose: closeList })
  const onKeyDown = (event: KeyboardEvent) => {
    if (choice.press(event) || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    submit()
  }
  return (
    <AttachArea files={takesFile ? files : null}>
      {/* What is pressed in the field comes by here. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        id={formId}
        className={styles.composer}
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p className={styles.light}>
          <span>
            {t('outreach.compose.to')} <strong>{way.to ?? '–'}</strong>
          </span>
          <span role="status">
            <ComposerLight answer={way} isClosed={isClosed} isWindowClosed={isWindowClosed} />
          </span>
        </p>
        {channel === 'email' && chosen === undefined && (
          <div data-subject>
            <TextInput
              label={t('outreach.compose.subject')}
              isLabelHidden
              placeholder={t('outreach.compose.subject')}
              maxLength={subjectMax}
              value={subject}
              onChange={(typed) => put({ subject: typed })}
            />
          </div>
        )}
        {isWindowClosed ? (
          text !== '' && <p className={styles.count}>{t('outreach.compose.kept')}</p>
        ) : chosen === undefined ? (
          <TextAreaInput
            label={t('outreach.compose.words')}
            isLabelHidden
            placeholder={t('outreach.compose.placeholder')}
            rows={3}
            maxLength={freeTextMax}
            value={text}
            onChange={(typed) => put({ text: typed })}
            inputRef={inputRef as never}
          />
        ) : (
          // A long text is scrolled by keys too.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <section className={styles.preview} tabIndex={0} aria-label={t('outreach.compose.preview')}>
            <p className={styles.count}>{t('outreach.compose.textOf', { name: chosen.name })}</p>
            {channel === 'email' && <strong>{chosen.subject}</strong>}
            <p>{chosen.missing.length > 0 ? missingWords(t, chosen) : chosen.text}</p>
          </section>
        )}
        {isListed && (
          <TextChoice
            label={t('outreach.compose.which')}
            none={t('outreach.compose.none')}
            found={found}
            current={choice.current}
            onChoose={choose}
          />
        )}
        {chosen !== undefined && chosen.invoices !== null && (
          <p className={styles.count}>{t('outreach.compose.invoices', { count: chosen.invoices })}</p>
        )}
        {!textTakesInvoices && (answer.invoices > 0 || withInvoices) && (
          <CheckInput
            label={t('outreach.compose.withInvoices', { count: answer.invoices })}
            value={withInvoices}
            onChange={(taken) => put({ withInvoices: taken })}
          />
        )}
        {answer.fileFault !== null && <p className={styles.count}>{errorText(answer.fileFault)}</p>}
        {files !== null && <AttachedFiles files={files} />}
        {later !== undefined && <PlanChoice value={later} onChange={setLater} />}
        {way.mayPassCap && !way.ok && <CheckInput label={t('outreach.compose.passCap')} value={passCap} onChange={setPassCap} />}
        {send.error !== null && <FailureText failure={send.error} />}
        <div className={styles.bar}>
          {!isWindowClosed && (
            <Button
              icon={<Icon name="file" size={16} />}
              onPress={() => (chosen === undefined ? setPicking(!isPicking) : put({ template: null }))}
            >
              {t(chosen === undefined || (channel === 'whatsapp' && !isFree) ? 'outreach.compose.pick' : 'outreach.compose.unpick')}
            </Button>
          )}
          {chosen !== undefined && (
            <>
              <SelectInput
                label={t('outreach.compose.language')}
                isLabelHidden
                value={answer.locale}
                onChange={(locale) => onLocale(locale as Locale)}
                options={locales.map((locale) => ({ value: locale, label: t(`cases.messages.languages.${locale}`) }))}
              />
              {!answer.isMasked && chosen.missing.length === 0 && !(channel === 'whatsapp' && !isFree) && (
                <Button icon={<Icon name="edit" size={16} />} onPress={rewrite}>
                  {t('outreach.compose.rewrite')}
                </Button>
              )}
            </>
          )}
          {takesFile && files !== null && <AttachButton files={files} />}
          {segments !== null && text !== '' && !isListed && (
            <span className={styles.count} data-over={segments.segments > smsPartsMax || undefined}>
              {t('outreach.compose.parts', { count: segments.segments, left: segments.left })}
              {segments.breakers.length > 0 &&
                ` · ${t('outreach.compose.costly', { characters: segments.breakers.slice(0, 5).join(' ') })}`}
            </span>
          )}
          <span className={styles.send}>
            {onCancel && <Button onPress={onCancel}>{t('ui.cancel')}</Button>}
            <Button
              icon={<Icon name="clock" size={16} />}
              onPress={() => setLater(later === undefined ? (sendAt ?? inAnHour()) : undefined)}
            >
              {t(later === undefined ? 'outreach.compose.later' : 'outreach.compose.notLater')}
            </Button>
            <Button
              kind="main"
              type="submit"
              icon={<Icon name={sendAt === null ? 'send' : 'clock'} size={16} />}
              isBusy={send.isPending}
              reason={refusal}
            >
              {sendAt === null ? t(`outreach.compose.${channel}Verb`) : t('outreach.compose.planFor', { at: formatNextMoment(sendAt) })}
            </Button>
          </span>
        </div>
      </form>
    </AttachArea>
  )
}

/** What a text asks for in vain, and what to do about it. */
function missingWords(t: ReturnType<typeof useText>, { missing }: { missing: readonly string[] }): string {
  const todo = t(missing.includes('betaallink') ? 'outreach.compose.missingLink' : 'outreach.compose.missingField')
  return `${t('outreach.compose.missing', { names: missing.join(', ') })} ${todo}`
}
