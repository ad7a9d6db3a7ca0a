import type { CaseDetail } from '@regie/contract/cases.ts'
import { requestBrands, type RequestKind } from '@regie/contract/request-kinds.ts'
import type { PaymentRequest, RequestTab } from '@regie/contract/payment-requests.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { formatMoment } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { useRight } from '../../session/use-right.ts'
import { SimulationMark } from '../../session/simulation-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NewRequestDialog } from './new-request-dialog.tsx'
import { LinkItem } from './payment-links.tsx'
import { sendRequest, useMoneyAnswer } from './payment-links-data.ts'
import styles from './payment-links.module.css'
import { isOpenLink } from './payment-progress.ts'

/** The payment requests of a case by one provider: each a page there, followed as it goes. */
export function PaymentRequests({ found, tab }: { found: CaseDetail; tab: RequestTab }) {
  const t = useText()
  const mayLock = useRight(Right.lockBatches)
  const [isNew, setNew] = useState(false)
  const brand = requestBrands[tab.kind]
  const hasTexts = tab.templates.length > 0
  const refusal = () => {
    if (found.batchLocked && !mayLock) return t('cases.locked')
    if (found.status === 'closed') return t('refusals.case.alreadyClosed')
    if (tab.isOff) return t('refusals.paymentRequest.noProvider')
    if (!hasTexts) return t('paymentLinks.requests.noTexts')
    return found.outstandingCents === 0 ? t('cases.refusals.nothingOpen') : undefined
  }
  return (
    <Panel
      title={t('paymentLinks.requests.title', { brand })}
      actions={
        <>
          <SimulationMark isShown={tab.simulated} />
          <Can right={Right.makePaymentLinks} refusal={refusal()}>
            {(reason) => (
              <Button icon={<Icon name="plus" size={16} />} reason={reason} onPress={() => setNew(true)}>
                {t('paymentLinks.requests.new')}
              </Button>
            )}
          </Can>
        </>
      }
    >
      {!hasTexts && (
        <Notice icon="file" title={t('paymentLinks.requests.noTexts')}>
          {t('paymentLinks.requests.noTextsHelp')}
        </Notice>
      )}
      {tab.requests.length === 0 ? (
        <p className={styles.none}>{t('paymentLinks.requests.none', { brand })}</p>
      ) : (
        <ul className={styles.links}>
          {tab.requests.map((request) => (
            <LinkItem key={request.paymentLinkID} found={found} link={request} actions={<SendButton found={found} request={request} />}>
              <RequestNotes request={request} kind={tab.kind} />
            </LinkItem>
          ))}
        </ul>
      )}
      {isNew && <NewRequestDialog found={found} tab={tab} onClose={() => setNew(false)} />}
    </Panel>
  )
}

/** What its provider says of it, and how it was sent. */
function RequestNotes({
  request: { made, state, status, isStatusKnown, template, sentAt },
  kind,
}: {
  request: PaymentRequest
  kind: RequestKind
}) {
  const t = useText()
  const brand = requestBrands[kind]
  if (made === 'waiting') return <Notice isLine icon="hourglass" title={t('paymentLinks.requests.waiting', { brand })} />
  if (made === 'refused')
    return (
      <Notice tone="error" icon="stop" title={t('paymentLinks.requests.refused', { brand })}>
        {status}
      </Notice>
    )
  return (
    <>
      {!isStatusKnown && (
        <Notice tone="warning" icon="alert" title={t('paymentLinks.requests.unknownStatus', { brand, status })}>
          {t('paymentLinks.requests.unknownHelp')}
        </Notice>
      )}
      <p className={styles.expires}>
        {sentAt === null
          ? t(state === 'paid' ? 'paymentLinks.requests.neverSent' : 'paymentLinks.requests.notSent')
          : t('paymentLinks.requests.sentAt', { at: formatMoment(sentAt) })}
        {template !== null && ` · ${template}`}
      </p>
    </>
  )
}

function SendButton({ found, request }: { found: CaseDetail; request: PaymentRequest }) {
  const t = useText()
  const mayLock = useRight(Right.lockBatches)
  const mayMail = useRight(Right.sendEmail)
  const answered = useMoneyAnswer()
  const [key, setKey] = useState<string | null>(null)
  const { made, sending, template, sentAt } = request
  if (!isOpenLink(request) || made === 'refused') return null
  const refusal = () => {
    if (!mayMail) return t('ui.noRight')
    if (found.batchLocked && !mayLock) return t('cases.locked')
    if (made === 'waiting') return t('refusals.paymentRequest.notMade')
    if (template === null) return t('refusals.paymentRequest.templateGone')
    if (sending.ok) return undefined
    const words = sending.reason === null ? t('cases.lights.no') : t(`cases.refusals.${sending.reason}`)
    return sending.nextAt === null ? words : `${words} · ${t('paymentLinks.send.from', { at: formatNextMoment(sending.nextAt) })}`
  }
  return (
    <>
      <Can right={Right.makePaymentLinks} refusal={refusal()}>
        {(reason) => (
          <Button kind="main" icon={<Icon name="send" size={16} />} reason={reason} onPress={() => setKey(crypto.randomUUID())}>
            {t(sentAt === null ? 'paymentLinks.requests.send' : 'paymentLinks.requests.sendAgain')}
          </Button>
        )}
      </Can>
      {key !== null && (
        <ConfirmDialog
          isOpen
          title={t('paymentLinks.requests.sendTitle')}
          verb={t('paymentLinks.requests.send')}
          onConfirm={async () => {
            answered(await sendRequest(request.paymentLinkID, key))
            notify(t('paymentLinks.requests.sent'))
          }}
          onClose={() => setKey(null)}
        >
          <p>{t('paymentLinks.requests.sendText', { to: sending.to ?? '', template: template ?? '' })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
