import type { Channel } from '@regie/contract/channels.ts'
import { writtenChannels } from '@regie/contract/manual-messages.ts'
import type { MessageOrder, MessageTemplate } from '@regie/contract/messages.ts'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useTypedLater } from '../../ui/use-typed-later.ts'
import styles from './mass-messages.module.css'
import { channelsOf, emptyDraft, type Filter, type MessageDraft, planOf } from './message-draft.ts'
import { useCheck } from './messages-data.ts'
import { Reach } from './reach.tsx'
import { SamplePreview } from './sample-preview.tsx'
import { SendQuestion } from './send-question.tsx'
import { WhatForm } from './what-form.tsx'

type NewMessageProps = {
  customerID: number
  filter: Filter
  templates: readonly MessageTemplate[]
  /** Another is offered first. */
  failedChannel: Channel | undefined
  who: ReactNode
  onSent: (order: MessageOrder) => void
}

/** Who, what and when at the left; what they get, how many it reaches and what it costs beside it. */
export function NewMessage({ customerID, filter, templates, failedChannel, who, onSent }: NewMessageProps) {
  const t = useText()
  const [draft, setDraft] = useState<MessageDraft>({ ...emptyDraft, channel: firstChannel(templates, failedChannel) })
  const [isAsked, setAsked] = useState(false)
  const rested = useTypedLater(draft)
  const { channel } = rested
  const plan = planOf(customerID, rested)
  const query = useCheck({ channel, filter, plan })
  const check = plan === null ? undefined : query.data
  const nextAt = check?.refused.find((one) => one.nextAt !== null)?.nextAt ?? null
  const refusal = refusalOf(t, {
    hasText: plan !== null,
    lacking: draft.otherwise.find((one) => one.templateID === null)?.channel,
    isKnown: check !== undefined && !query.isPlaceholderData && rested === draft,
    ready: check?.ready ?? 0,
  })
  const planFor = (sendAt: string | null) => setDraft({ ...draft, sendAt })
  // When nobody may get it now, the button offers the moment from which they may.
  const isLater = check?.ready === 0 && nextAt !== null && nextAt !== draft.sendAt
  return (
    <div className={styles.board}>
      <div className={styles.column}>
        <Panel title={t('massMessages.who.title')}>{who}</Panel>
        <Panel title={t('massMessages.what.title')}>
          <WhatForm draft={draft} templates={templates} check={check} nextAt={nextAt} onChange={setDraft} />
        </Panel>
      </div>
      <div className={styles.column}>
        <Panel title={t('massMessages.reach.title')}>
          {plan === null ? (
            <EmptyState icon="send" title={t('massMessages.what.choose')} text={t('massMessages.reach.noText')} />
          ) : (
            <Loaded query={query} lines={5}>
              {(found) => <Reach check={found} channels={channelsOf(rested)} plannedFor={draft.sendAt} onPlan={planFor} />}
            </Loaded>
          )}
          <div className={styles.go}>
            {isLater ? (
              <Button kind="main" icon={<Icon name="clock" size={16} />} onPress={() => planFor(nextAt)}>
                {t('massMessages.planFor', { at: formatNextMoment(nextAt) })}
              </Button>
            ) : (
              <Button kind="main" icon={<Icon name="send" size={16} />} reason={refusal} onPress={() => setAsked(true)}>
                {draft.sendAt === null
                  ? t('massMessages.sendTo', { count: check?.ready ?? 0, total: formatNumber(check?.ready ?? 0) })
                  : t('massMessages.planFor', { at: formatNextMoment(draft.sendAt) })}
              </Button>
            )}
          </div>
        </Panel>
        {plan !== null && check !== undefined && check.sampleIDs.length > 0 && (
          <Panel title={t('massMessages.preview.title')}>
            <SamplePreview channel={channel} plan={plan} sampleIDs={check.sampleIDs} ready={check.ready} />
          </Panel>
        )}
      </div>
      {isAsked && plan !== null && check !== undefined && (
        <SendQuestion {...{ channel, filter, plan, check, templates, onSent }} onClose={() => setAsked(false)} />
      )}
    </div>
  )
}

type Standing = { hasText: boolean; lacking: Channel | undefined; isKnown: boolean; ready: number }

function refusalOf(t: ReturnType<typeof useText>, { hasText, lacking, isKnown, ready }: Standing) {
  if (!hasText) return t('massMessages.what.choose')
  if (lacking !== undefined) return t('massMessages.what.otherwiseMissing', { channel: t(`cases.channels.${lacking}`) })
  if (!isKnown) return t('massMessages.reach.asking')
  return ready === 0 ? t('massMessages.reach.nobody') : undefined
}

function firstChannel(templates: readonly MessageTemplate[], failed: Channel | undefined) {
  const usable = writtenChannels.filter((channel) => templates.some((one) => one.channel === channel))
  return usable.find((channel) => channel !== failed) ?? usable[0] ?? 'email'
}
