import type { WrittenChannel } from '@regie/contract/manual-messages.ts'
import { graceSeconds, type MessageCheck, type MessageOrder, type MessageTemplate } from '@regie/contract/messages.ts'
import { formatMoney, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { KeyValueList } from '../../ui/key-value-list.tsx'
import type { Filter, Plan } from './message-draft.ts'
import { useSend } from './messages-data.ts'
import { costOf, countOf } from './reach.tsx'

type SendQuestionProps = {
  channel: WrittenChannel
  filter: Filter
  plan: Plan
  check: MessageCheck
  templates: readonly MessageTemplate[]
  onSent: (order: MessageOrder) => void
  onClose: () => void
}

/** The order in numbers, before it is given. */
export function SendQuestion({ channel, filter, plan, check, templates, onSent, onClose }: SendQuestionProps) {
  const t = useText()
  const send = useSend()
  const { total, checked, ready } = check
  const sendAt = plan.sendAt ?? null
  // What was not looked at is taken to be like what was.
  const isWhole = total === checked
  const share = checked === 0 ? 0 : total / checked
  const about = (count: number) => `${isWhole ? '' : '± '}${formatNumber(Math.round(count * share))}`
  const cost = costOf(check)
  const { otherwise } = plan
  const wordsOf = (way: { channel: WrittenChannel; templateID: number }) =>
    `${t(`cases.channels.${way.channel}`)} · ${templates.find((one) => one.templateID === way.templateID)?.name ?? ''}`
  const items = [
    { key: 'text', label: t('massMessages.what.template'), value: wordsOf({ channel, templateID: plan.templateID }) },
    ...otherwise.map((one) => ({ key: one.channel, label: t('massMessages.what.otherwise'), value: wordsOf(one) })),
    { key: 'ready', label: t('massMessages.reach.ready'), value: about(ready) },
    ...(otherwise.length === 0
      ? []
      : [
          {
            key: 'byChannel',
            label: t('massMessages.reach.byChannel'),
            value: [{ channel }, ...otherwise]
              .map((one) => `${t(`cases.channels.${one.channel}`)} ${about(countOf(check.byChannel, one.channel))}`)
              .join(' · '),
          },
        ]),
    { key: 'not', label: t('massMessages.reach.not'), value: about(checked - ready) },
    ...(cost === null
      ? []
      : [{ key: 'cost', label: t('massMessages.reach.cost'), value: `${isWhole ? '' : '± '}${formatMoney(cost * share)}` }]),
    ...(plan.makeLinks ? [{ key: 'links', label: t('massMessages.question.links'), value: about(check.linksToMake) }] : []),
    {
      key: 'when',
      label: t('massMessages.what.when'),
      value: sendAt === null ? t('massMessages.question.soon', { seconds: graceSeconds }) : formatNextMoment(sendAt),
    },
  ]
  return (
    <ConfirmDialog
      isOpen
      title={t('massMessages.question.title', { count: Math.round(ready * share), total: about(ready) })}
      verb={sendAt === null ? t('massMessages.send') : t('massMessages.planFor', { at: formatNextMoment(sendAt) })}
      onConfirm={async () => onSent(await send.mutateAsync({ params: { channel }, body: { ...plan, filter } }))}
      onClose={onClose}
    >
      <KeyValueList items={items} isCompact />
      <p>{t('massMessages.question.undo')}</p>
    </ConfirmDialog>
  )
}
