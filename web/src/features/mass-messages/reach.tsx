import type { WrittenChannel } from '@regie/contract/manual-messages.ts'
import type { MessageCheck, MessageRefusal } from '@regie/contract/messages.ts'
import { formatMoney, formatNumber } from '../../locales/format.ts'
import { findText, useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Stat, StatRow } from '../../ui/stat.tsx'
import styles from './mass-messages.module.css'

type ReachProps = { check: MessageCheck; channels: readonly WrittenChannel[]; onPlan: (at: string) => void; plannedFor: string | null }

/** Who gets it, who not and why, and what it costs. */
export function Reach({ check, channels, onPlan, plannedFor }: ReachProps) {
  const t = useText()
  const { total, checked, ready, landlines } = check
  const not = checked - ready
  const isSms = channels.includes('sms')
  const sum = partsOf(check)
  const cost = costOf(check)
  return (
    <div className={styles.reach} aria-live="polite">
      <StatRow label={t('massMessages.reach.title')}>
        <Stat
          label={t('massMessages.reach.ready')}
          value={ready}
          tone="success"
          hint={t('massMessages.reach.of', { total: formatNumber(checked) })}
        />
        <Stat label={t('massMessages.reach.not')} value={not} tone="warning" />
        {isSms && <Stat label={t('massMessages.reach.parts')} value={sum} />}
        {isSms && (
          <Stat
            label={t('massMessages.reach.cost')}
            value={cost === null ? null : formatMoney(cost)}
            hint={cost === null ? t('massMessages.reach.noPrice') : undefined}
          />
        )}
      </StatRow>
      {channels.length > 1 && (
        <StatRow label={t('massMessages.reach.byChannel')}>
          {channels.map((channel) => (
            <Stat key={channel} label={t(`cases.channels.${channel}`)} value={countOf(check.byChannel, channel)} />
          ))}
        </StatRow>
      )}
      {total > checked && (
        <p className={styles.soft}>{t('massMessages.reach.first', { checked: formatNumber(checked), total: formatNumber(total) })}</p>
      )}
      {check.refused.length > 0 && (
        <ul className={styles.reasons} aria-label={t('massMessages.reach.reasons')}>
          {check.refused.map(({ reason, count, nextAt }, place) => (
            <li key={reason}>
              <Icon name="ban" size={16} />
              <span className={styles.words}>
                {refusalWords(reason)}
                {reason === 'noMobile' && landlines > 0 && (
                  <span className={styles.soft}>
                    {' '}
                    · {t('massMessages.reach.landlines', { count: landlines, total: formatNumber(landlines) })}
                  </span>
                )}
                {nextAt !== null && <span className={styles.soft}> · {t('cases.lights.again', { at: formatNextMoment(nextAt) })}</span>}
              </span>
              <strong className="numbers">{formatNumber(count)}</strong>
              {nextAt !== null && nextAt !== plannedFor && check.refused.findIndex((one) => one.nextAt === nextAt) === place && (
                <Button kind="quiet" onPress={() => onPlan(nextAt)}>
                  {t('massMessages.planFor', { at: formatNextMoment(nextAt) })}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isSms && <Parts check={check} />}
    </div>
  )
}

/** How many get it by this channel. */
export const countOf = (byChannel: MessageCheck['byChannel'], channel: WrittenChannel) =>
  byChannel.find((one) => one.channel === channel)?.count ?? 0

/** How many parts leave in all. */
const partsOf = ({ parts }: MessageCheck) => parts.reduce((sum, one) => sum + one.parts * one.count, 0)

/** What that costs in cents, as far as it was looked at; null: no price is known. */
export const costOf = (check: MessageCheck) => (check.centsPerPart === null ? null : partsOf(check) * check.centsPerPart)

/** A refusal in words, of the law or of this order. */
export const refusalWords = (reason: MessageRefusal) =>
  findText(`cases.refusals.${reason}`) ?? findText(`massMessages.refusals.${reason}`) ?? reason

// What makes messages longer than one part, and what mending it saves.
function Parts({ check }: { check: MessageCheck }) {
  const t = useText()
  const { parts, longer, centsPerPart } = check
  const saved = centsPerPart === null ? null : longer.partsSaved * centsPerPart
  return (
    <div>
      <p>{parts.map((one) => t('massMessages.reach.split', { total: formatNumber(one.count), count: one.parts })).join(' · ')}</p>
      {longer.characters.length > 0 && (
        <p className={styles.soft}>
          {t('massMessages.reach.longer', {
            characters: longer.characters
              .slice(0, 8)
              .map(({ character, replacement, count }) =>
                character === replacement
                  ? `“${character}” (${formatNumber(count)})`
                  : `“${character}” → “${replacement}” (${formatNumber(count)})`,
              )
              .join(', '),
          })}
          {longer.partsSaved > 0 &&
            ` ${t('massMessages.reach.saved', { count: longer.partsSaved, total: formatNumber(longer.partsSaved), money: saved === null ? '' : ` (${formatMoney(saved)})` })}`}
        </p>
      )}
    </div>
  )
}
