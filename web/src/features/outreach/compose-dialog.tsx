import type { CaseDetail } from '@regie/contract/cases.ts'
import { manualMessageApi, type WrittenChannel, type WrittenTexts } from '@regie/contract/manual-messages.ts'
import { useId, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { notify } from '../../session/notification.tsx'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import styles from './outreach.module.css'
import { useSendMessage } from './outreach-data.ts'

type ComposeProps = { found: CaseDetail; channel: WrittenChannel; onClose: () => void }

/** A text of the customer, filled in, as the person gets it; one press sends it. */
export function ComposeDialog({ found: { caseID }, channel, onClose }: ComposeProps) {
  const t = useText()
  const formId = useId()
  const query = useApi(manualMessageApi.texts, { params: { caseID }, query: { channel } }, { staleMs: 0 })
  const send = useSendMessage()
  const [wanted, setWanted] = useState<string | null>(null)
  // One sending, however often it is pressed or repeated.
  const [key] = useState(() => crypto.randomUUID())
  const texts = query.data?.texts ?? []
  const chosen = texts.find((text) => text.key === wanted) ?? texts[0]
  const isReady = query.data?.ok === true && chosen !== undefined && chosen.missing.length === 0
  const submit = () => {
    if (!isReady || send.isPending) return
    send.mutate(
      { params: { caseID }, body: { channel, template: chosen.key, key } },
      {
        onSuccess: () => {
          notify(t(`outreach.compose.${channel}Sent`))
          onClose()
        },
      },
    )
  }
  const actions = (
    <>
      <Button onPress={onClose}>{t('ui.cancel')}</Button>
      <Button
        kind="main"
        type="submit"
        form={formId}
        isBusy={send.isPending}
        isDisabled={query.data === undefined}
        reason={query.data !== undefined && !isReady ? t('outreach.compose.cannot') : undefined}
      >
        {t(`outreach.compose.${channel}Verb`)}
      </Button>
    </>
  )
  return (
    <Dialog isOpen title={t(`outreach.compose.${channel}`)} size="wide" onClose={onClose} actions={actions}>
      <form
        id={formId}
        className={styles.compose}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Loaded query={query} lines={6}>
          {(answer) =>
            chosen === undefined ? (
              <EmptyState icon="mail" title={t('outreach.compose.none')} text={t('outreach.compose.noneText')} />
            ) : (
              <>
                <p className={styles.to}>
                  <span>{t('outreach.compose.to')}</span> <strong>{answer.to ?? '–'}</strong>
                  {!answer.ok && answer.reason !== null && <span>{t(`cases.refusals.${answer.reason}`)}</span>}
                  {!answer.ok && answer.nextAt !== null && <span>{t('cases.lights.again', { at: formatNextMoment(answer.nextAt) })}</span>}
                </p>
                <TextChoice texts={answer.texts} chosen={chosen.key} onChoose={setWanted} />
                <Preview text={chosen} hasSubject={channel === 'email'} />
              </>
            )
          }
        </Loaded>
        {send.error !== null && <FailureText failure={send.error} />}
      </form>
    </Dialog>
  )
}

type Text = WrittenTexts['texts'][number]

type TextChoiceProps = {
  texts: readonly Text[]
  chosen: string
  onChoose: (key: string) => void
}

function TextChoice({ texts, chosen, onChoose }: TextChoiceProps) {
  const t = useText()
  return (
    <div className={styles.texts} role="radiogroup" aria-label={t('outreach.compose.which')}>
      {texts.map((text) => (
        <label key={text.key}>
          <input type="radio" name="text" checked={text.key === chosen} onChange={() => onChoose(text.key)} />
          <span>{text.subject || text.text}</span>
        </label>
      ))}
    </div>
  )
}

function Preview({ text: { subject, text, missing }, hasSubject }: { text: Text; hasSubject: boolean }) {
  const t = useText()
  return (
    // A long text is scrolled by keys too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.preview} tabIndex={0} aria-label={t('outreach.compose.preview')}>
      {missing.length > 0 ? (
        <p>{t('outreach.compose.missing', { names: missing.join(', ') })}</p>
      ) : (
        <>
          {hasSubject && <strong>{subject}</strong>}
          <p>{text}</p>
        </>
      )}
    </section>
  )
}
