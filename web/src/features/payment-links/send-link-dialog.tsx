import type { CaseDetail } from '@regie/contract/cases.ts'
import { type LinkChannel, type PaymentLinkQuestion, rightOfLinkChannel } from '@regie/contract/payment-actions.ts'
import { linkCentsMax, linkDaysMax } from '@regie/contract/payments.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { groupedAmount, readAmount } from '../../locales/amount.ts'
import { errorText } from '../../locales/error-text.ts'
import { formatMoney } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { daysAfter } from '../../locales/read-day.ts'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { useRight } from '../../session/use-right.ts'
import { useSession } from '../../session/use-session.ts'
import { AmountInput } from '../../ui/amount-input.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateInput } from '../../ui/dates/date-input.tsx'
import { todayInAmsterdam } from '../../ui/dates/date-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { OfferedAction } from '../../ui/screen-actions.ts'
import { useKey } from '../../ui/use-key.ts'
import styles from './payment-links.module.css'
import { lastDayOf } from './last-day.ts'
import { sendLink, useLinkQuestion, useMoneyAnswer } from './payment-links-data.ts'

type Way = PaymentLinkQuestion['channels'][number]

type SendLinkButtonProps = {
  found: CaseDetail
  kind?: 'main' | 'plain' | 'quiet'
  /** Why nobody is written to now, such as a dispute that stands. */
  refusal?: string | null
  /** The link is on its way. */
  onDone?: () => void
  /** The key that asks for it, where there is one. */
  keyName?: string
}

/** Sends a link for what is open, or a part of it. Grey where nothing can be asked, with the reason. */
export function SendLinkButton({ found, kind = 'plain', refusal: objection = null, onDone, keyName }: SendLinkButtonProps) {
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
          {keyName !== undefined && reason === undefined && <LinkKey keyName={keyName} onPress={() => setAsked(true)} />}
          <Button kind={kind} icon={kind === 'plain' && <Icon name="euro" size={16} />} reason={reason} onPress={() => setAsked(true)}>
            {keyName !== undefined && <kbd>{keyName}</kbd>} {t('paymentLinks.send.button')}
          </Button>
          {isAsked && <SendLinkDialog found={found} {...(onDone && { onDone })} onClose={() => setAsked(false)} />}
        </>
      )}
    </Can>
  )
}

function LinkKey({ keyName, onPress }: { keyName: string; onPress: () => void }) {
  useKey(keyName, onPress)
  return null
}

type SendLinkDialogProps = { found: CaseDetail; onDone?: () => void; onClose: () => void }

function SendLinkDialog({ found, onDone, onClose }: SendLinkDialogProps) {
  const t = useText()
  const { rights } = useSession()
  const query = useLinkQuestion(found.caseID)
  const answered = useMoneyAnswer()
  const [chosen, setChosen] = useState<LinkChannel | null>(null)
  // What is not typed is what the question says.
  const [typed, setTyped] = useState<string | null>(null)
  const [chosenDay, setChosenDay] = useState<string | null>(null)
  // One sending, however often it is pressed or repeated.
  const [key] = useState(() => crypto.randomUUID())
  const question = query.data
  const mayUse = ({ channel, ok }: Way) => ok && rights.includes(rightOfLinkChannel[channel])
  const usable = question?.channels.filter(mayUse) ?? []
  const channel = (usable.find((way) => way.channel === chosen) ?? usable[0])?.channel ?? null
  const openCents = question?.openCents ?? 0
  const amount = typed ?? (openCents > 0 ? groupedAmount(Math.min(openCents, linkCentsMax)) : '')
  const amountCents = readAmount(amount)
  const fault = amountFault(amountCents, openCents)
  const isWhole = amountCents === openCents
  const lastDay = chosenDay ?? (question ? lastDayOf(question.existing?.expiresAt ?? question.expiresAt) : '')
  const isAgain = isWhole && question?.existing != null && lastDayOf(question.existing.expiresAt) === lastDay
  const whichLink = () => {
    if (isAgain) return t('paymentLinks.send.again')
    return isWhole ? t('paymentLinks.send.new') : t('paymentLinks.send.part')
  }
  const isUseless = question !== undefined && channel === null
  const send = async () => {
    if (channel === null || amountCents === null || fault !== undefined) return false
    try {
      answered(await sendLink(found.caseID, { channel, amountCents, openCents, lastDay, key }))
    } catch (refusal) {
      void query.refetch()
      throw refusal
    }
    notify(t('paymentLinks.send.done', { channel: t(`cases.channels.${channel}`).toLocaleLowerCase() }))
    onDone?.()
    return true
  }
  return (
    <ConfirmDialog
      isOpen
      title={t('paymentLinks.send.title')}
      verb={t('paymentLinks.send.verb')}
      isDisabled={question === undefined || amountCents === null || lastDay === ''}
      reason={isUseless ? t('paymentLinks.send.none') : undefined}
      fields={['amountCents', 'lastDay']}
      onConfirm={send}
      onClose={onClose}
    >
      {(faultAt) => (
        <Loaded query={query} lines={4}>
          {({ channels, currency }) => (
            <div className={styles.links}>
              <AmountInput
                label={t('paymentLinks.send.amount')}
                help={t('paymentLinks.requests.amountHelp', { amount: formatMoney(openCents, currency) })}
                isRequired
                currency={currency}
                error={faultAt('amountCents') ?? fault}
                value={amount}
                onChange={setTyped}
              />
              <DateInput
                label={t('paymentLinks.requests.dueOn')}
                isRequired
                min={todayInAmsterdam()}
                max={daysAfter(todayInAmsterdam(), linkDaysMax)}
                error={faultAt('lastDay')}
                value={lastDay}
                onChange={setChosenDay}
              />
              <fieldset className={styles.ways}>
                <legend>{t('paymentLinks.send.how')}</legend>
                {channels.map((way) => (
                  <WayChoice key={way.channel} way={way} mayUse={mayUse(way)} isChosen={way.channel === channel} onChoose={setChosen} />
                ))}
              </fieldset>
              {/* It is worded for all that is open. */}
              {isWhole && <WrittenAs message={channels.find((way) => way.channel === channel)?.message ?? null} />}
              <p className={styles.expires}>{whichLink()}</p>
            </div>
          )}
        </Loaded>
      )}
    </ConfirmDialog>
  )
}

/** What the server would refuse too, said while it is typed. */
function amountFault(amountCents: number | null, openCents: number): string | undefined {
  if (amountCents === null) return undefined
  if (amountCents > openCents) return errorText('payment.aboveOpen')
  return amountCents > linkCentsMax ? errorText('payment.amountInvalid') : undefined
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
        {to !== null && <span className={styles.wayAddress}>{to}</span>}
        {!mayUse && <span className={styles.why}>{why()}</span>}
      </span>
    </label>
  )
}
