import type { CaseDetail } from '@regie/contract/cases.ts'
import { type LinkChannel, type PaymentLinkQuestion, rightOfLinkChannel } from '@regie/contract/payment-actions.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useId, useState } from 'react'
import { formatMoney } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { useRight } from '../../session/use-right.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { OfferedAction } from '../../ui/screen-actions.ts'
import styles from './payment-links.module.css'
import { lastDay } from './last-day.ts'
import { sendLink, useLinkQuestion, useMoneyAnswer } from './payment-links-data.ts'

type Way = PaymentLinkQuestion['channels'][number]

type SendLinkButtonProps = {
  found: CaseDetail
  kind?: 'plain' | 'quiet'
  /** Why nobody is written to now, such as a dispute that stands. */
  refusal?: string | null
}

/** Sends the link for what is open. Grey where nothing can be asked, with the reason. */
export function SendLinkButton({ found, kind = 'plain', refusal: objection = null }: SendLinkButtonProps) {
  const t = useText()
  const mayLock = useRight(Right.lockBatches)
  const [isAsked, setAsked] = useState(false)
  const refusal = () => {
    if (found.batchLocked && !mayLock) return t('cases.locked')
    if (found.status === 'closed') return t('refusals.case.alreadyClosed')
    if (!found.outstandingCents) return t('cases.refusals.nothingOpen')
    return objection ?? undefined
  }
  return (
    <Can right={Right.makePaymentLinks} refusal={refusal()}>
      {(reason) => (
        <>
          {/* It stands on the screen twice, and is offered once. */}
          {kind === 'plain' && (
            <OfferedAction id="link" label={t('paymentLinks.send.button')} icon="euro" reason={reason} run={() => setAsked(true)} />
          )}
          <Button kind={kind} icon={kind === 'plain' && <Icon name="euro" size={16} />} reason={reason} onPress={() => setAsked(true)}>
            {t('paymentLinks.send.button')}
          </Button>
          {isAsked && <SendLinkDialog found={found} onClose={() => setAsked(false)} />}
        </>
      )}
    </Can>
  )
}

function SendLinkDialog({ found, onClose }: { found: CaseDetail; onClose: () => void }) {
  const t = useText()
  const formId = useId()
  const { rights } = useSession()
  const query = useLinkQuestion(found.caseID)
  const answered = useMoneyAnswer()
  const [chosen, setChosen] = useState<LinkChannel | null>(null)
  // One sending, however often it is pressed or repeated.
  const [key] = useState(() => crypto.randomUUID())
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const mayUse = ({ channel, ok }: Way) => ok && rights.includes(rightOfLinkChannel[channel])
  const usable = query.data?.channels.filter(mayUse) ?? []
  const channel = (usable.find((way) => way.channel === chosen) ?? usable[0])?.channel ?? null
  const amountCents = query.data?.amountCents ?? null
  const send = async () => {
    if (channel === null || amountCents === null || isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      answered(await sendLink(found.caseID, { channel, amountCents, key }))
      notify(t('paymentLinks.send.done', { channel: t(`cases.channels.${channel}`).toLocaleLowerCase() }))
      onClose()
    } catch (refusal) {
      setBusy(false)
      setFailure(refusal as Error)
      void query.refetch()
    }
  }
  const isUseless = query.data !== undefined && channel === null
  const actions = (
    <>
      <Button onPress={onClose}>{t('ui.cancel')}</Button>
      <Button
        kind="main"
        type="submit"
        form={formId}
        isBusy={isBusy}
        isDisabled={query.data === undefined}
        reason={isUseless ? t('paymentLinks.send.none') : undefined}
      >
        {t('paymentLinks.send.verb')}
      </Button>
    </>
  )
  return (
    <Dialog isOpen title={t('paymentLinks.send.title')} onClose={onClose} actions={actions}>
      <form
        id={formId}
        className={styles.links}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Loaded query={query} lines={4}>
          {(question) => (
            <>
              <p className={styles.asked}>
                <span>{t('paymentLinks.send.amount')}</span>
                <strong className="numbers">{formatMoney(question.amountCents ?? 0, question.currency)}</strong>
              </p>
              <fieldset className={styles.ways}>
                <legend>{t('paymentLinks.send.how')}</legend>
                {question.channels.map((way) => (
                  <WayChoice key={way.channel} way={way} mayUse={mayUse(way)} isChosen={way.channel === channel} onChoose={setChosen} />
                ))}
              </fieldset>
              <WrittenAs message={question.channels.find((way) => way.channel === channel)?.message ?? null} />
              <p className={styles.expires}>
                {question.existing === null
                  ? t('paymentLinks.send.new', { at: lastDay(question.expiresAt) })
                  : t('paymentLinks.send.again', { at: lastDay(question.existing.expiresAt) })}
              </p>
            </>
          )}
        </Loaded>
        {failure !== null && <FailureText failure={failure} />}
      </form>
    </Dialog>
  )
}

/** Which text goes with the link. */
function WrittenAs({ message }: { message: string | null }) {
  const t = useText()
  return message === null ? null : <p className={styles.expires}>{t('paymentLinks.send.message', { message })}</p>
}

type WayChoiceProps = { way: Way; mayUse: boolean; isChosen: boolean; onChoose: (channel: LinkChannel) => void }

function WayChoice({ way: { channel, to, ok, reason, nextAt }, mayUse, isChosen, onChoose }: WayChoiceProps) {
  const t = useText()
  const why = () => {
    if (ok) return t('ui.noRight')
    const words = reason === null ? t('cases.lights.no') : t(`cases.refusals.${reason}`)
    return nextAt === null ? words : `${words} · ${t('paymentLinks.send.from', { at: formatNextMoment(nextAt) })}`
  }
  return (
    <label className={styles.way} data-refused={!mayUse || undefined}>
      <input type="radio" name="channel" checked={isChosen} disabled={!mayUse} onChange={() => onChoose(channel)} />
      <span className={styles.light} data-tone={mayUse ? 'success' : 'neutral'} aria-hidden="true" />
      <span>
        <span className={styles.wayName}>{t(`cases.channels.${channel}`)}</span>
        {to !== null && <span className={styles.address}>{to}</span>}
        {!mayUse && <span className={styles.why}>{why()}</span>}
      </span>
    </label>
  )
}
