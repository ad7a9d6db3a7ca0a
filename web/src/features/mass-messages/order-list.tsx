import type { MessageOrder, MessageRefusal, OrderOutcome } from '@regie/contract/messages.ts'
import { rightOfWritten, type WrittenChannel } from '@regie/contract/manual-messages.ts'
import { useState } from 'react'
import { formatMoment, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { Can } from '../../session/can.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { Stack } from '../../ui/stack.tsx'
import styles from './mass-messages.module.css'
import { isAtWork, useOrders, useTakeBack } from './messages-data.ts'
import { OrderedCases } from './ordered-cases.tsx'
import { refusalWords } from './reach.tsx'
import { personName } from '../../session/people.ts'

/** What was sent to many, newest first: how far it is, and what became of each. */
export function OrderList({ customerID }: { customerID: number }) {
  const t = useText()
  return (
    <Loaded query={useOrders(customerID)} lines={6}>
      {(orders) =>
        orders.length === 0 ? (
          <EmptyState icon="send" title={t('massMessages.orders.none')} text={t('massMessages.orders.noneText')} />
        ) : (
          <Stack isWide>
            {orders.map((order) => (
              <Order key={order.orderID} order={order} />
            ))}
          </Stack>
        )
      }
    </Loaded>
  )
}

type Behind = { outcome?: OrderOutcome; channel?: WrittenChannel; reason?: MessageRefusal; label: string }

function Order({ order }: { order: MessageOrder }) {
  const t = useText()
  const [behind, setBehind] = useState<Behind | null>(null)
  const [isAsked, setAsked] = useState(false)
  const takeBack = useTakeBack()
  const { orderID, channel, otherwise, template, by, total, done, waiting, sendAt, createdAt, leavesAt } = order
  const names = [channel, ...otherwise.map((one) => one.channel)].map((one) => t(`cases.channels.${one}`))
  const inTurn = names.reduce((first, next) => t('massMessages.orders.inTurn', { first, next }))
  const counts = (['sent', 'planned', 'takenBack'] as const).filter((outcome) => order[outcome] > 0)
  return (
    <Panel
      title={`${template} · ${inTurn}`}
      actions={
        waiting > 0 && (
          <Can to={{ access: { right: rightOfWritten[channel], also: otherwise.map((one) => rightOfWritten[one.channel]) } }}>
            {(reason) => (
              <Button reason={reason} onPress={() => setAsked(true)}>
                {t('massMessages.orders.takeBack', { total: formatNumber(waiting) })}
              </Button>
            )}
          </Can>
        )
      }
    >
      <Stack>
        <div className={styles.state}>
          <StateBadge order={order} />
          <span className={styles.soft}>
            {t('massMessages.orders.by', { by: personName(by), at: formatMoment(createdAt) })}
            {sendAt !== null && ` · ${t('massMessages.orders.plannedFor', { at: formatNextMoment(sendAt) })}`}
            {sendAt === null && waiting > 0 && ` · ${t('massMessages.orders.leavesAt', { at: formatNextMoment(leavesAt) })}`}
          </span>
        </div>
        {isAtWork(order) && <ProgressBar label={t('massMessages.orders.atWork')} done={done} total={total} />}
        {waiting > 0 && <Waiting order={order} />}
        <ul className={styles.numbers}>
          {counts.map((outcome) => {
            const label = t(`massMessages.orders.outcomes.${outcome === 'sent' && waiting > 0 ? 'readied' : outcome}`)
            return (
              <li key={outcome}>
                <Button kind="quiet" onPress={() => setBehind({ outcome, label })}>
                  <strong className="numbers">{formatNumber(order[outcome])}</strong> {label}
                </Button>
              </li>
            )
          })}
          {otherwise.length > 0 &&
            order.byChannel.map((one) => {
              const label = t('massMessages.orders.byChannel', { channel: t(`cases.channels.${one.channel}`) })
              return (
                <li key={one.channel}>
                  <Button
                    kind="quiet"
                    onPress={() => setBehind({ outcome: sendAt === null ? 'sent' : 'planned', channel: one.channel, label })}
                  >
                    <strong className="numbers">{formatNumber(one.count)}</strong> {label}
                  </Button>
                </li>
              )
            })}
          {order.refused.map(({ channel: refusedBy, reason, count }) => (
            <li key={`${refusedBy} ${reason}`}>
              <Button kind="quiet" onPress={() => setBehind({ channel: refusedBy, reason, label: refusalWords(reason) })}>
                <strong className="numbers">{formatNumber(count)}</strong> {refusalWords(reason)}
              </Button>
            </li>
          ))}
        </ul>
      </Stack>
      {behind !== null && <OrderedCases customerID={order.customerID} orderID={orderID} {...behind} onClose={() => setBehind(null)} />}
      <ConfirmDialog
        isOpen={isAsked}
        title={t('massMessages.orders.takeBackTitle', { count: waiting, total: formatNumber(waiting) })}
        verb={t('massMessages.orders.takeBackVerb')}
        kind="danger"
        onConfirm={() => takeBack.mutateAsync({ params: { orderID } })}
        onClose={() => setAsked(false)}
      >
        {t('massMessages.orders.takeBackText')}
      </ConfirmDialog>
    </Panel>
  )
}

/** What has left, and what the rest waits for. */
function Waiting({ order: { gone, notGone, waits, sendAt } }: { order: MessageOrder }) {
  const t = useText()
  return (
    <ul className={styles.waits}>
      {gone > 0 && <li>{t('massMessages.orders.gone', { count: gone, total: formatNumber(gone) })}</li>}
      {waits.map(({ reason, count, nextAt }) => (
        <li key={reason}>
          {t('massMessages.orders.waits', {
            count,
            total: formatNumber(count),
            reason: reason === null ? t(`massMessages.orders.${sendAt === null ? 'soon' : 'itsMoment'}`) : refusalWords(reason),
            at: formatNextMoment(nextAt),
          })}
        </li>
      ))}
      {notGone > 0 && <li>{t('massMessages.orders.notGone', { count: notGone, total: formatNumber(notGone) })}</li>}
    </ul>
  )
}

function StateBadge({ order }: { order: MessageOrder }) {
  const t = useText()
  const { state, sent, planned, waiting, takenBack } = order
  const queued = sent + planned
  const refused = order.refused.reduce((sum, { count }) => sum + count, 0)
  if (isAtWork(order))
    return (
      <Badge tone="info" icon="clock">
        {t('massMessages.orders.states.running')}
      </Badge>
    )
  if (state === 'failed' || state === 'refused')
    return (
      <Badge tone="error" icon="alert">
        {t(`massMessages.orders.states.${state}`)}
      </Badge>
    )
  if (queued === 0 && takenBack > 0) return <Badge icon="history">{t('massMessages.orders.states.takenBack')}</Badge>
  if (queued === 0)
    return (
      <Badge tone="warning" icon="ban">
        {t('massMessages.orders.states.nobody')}
      </Badge>
    )
  if (waiting > 0)
    return (
      <Badge tone="info" icon="clock">
        {t('massMessages.orders.states.waiting')}
      </Badge>
    )
  if (refused > 0)
    return (
      <Badge tone="warning" icon="check">
        {t('massMessages.orders.states.allExcept', { total: formatNumber(refused) })}
      </Badge>
    )
  return (
    <Badge tone="success" icon="check">
      {t('massMessages.orders.states.all')}
    </Badge>
  )
}
