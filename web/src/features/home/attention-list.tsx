import type { RefusalReason } from '@regie/contract/cases.ts'
import type { HomeAttention } from '@regie/contract/home.ts'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { formatMoment, formatNumber, formatPlainDay } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { type AppPath, paths } from '../../paths.ts'
import type { Tone } from '../../theme/colours.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { todayInAmsterdam } from '../../ui/dates/date-panel.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './home.module.css'

type Line = { key: string; tone: Tone; icon: IconName; badge: string; text: string; action: string; to: AppPath }

/** What waits for somebody, the most urgent first; each line leads to its rows. */
export function AttentionList({ attention }: { attention: HomeAttention }) {
  const t = useText()
  const lines = attentionLines(t, attention)
  return (
    <Panel title={t('home.attention.title')}>
      {lines.length === 0 ? (
        <EmptyState icon="check" title={t('home.attention.nothing')} text={t('home.attention.nothingText')} />
      ) : (
        <ul className={styles.attention}>
          {lines.map((line) => (
            <li key={line.key}>
              <Badge tone={line.tone} icon={line.icon}>
                {line.badge}
              </Badge>
              <span className={styles.attentionText}>{line.text}</span>
              <AppLink to={line.to} label={`${line.action}: ${line.text}`}>
                {line.action}
              </AppLink>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function attentionLines(t: ReturnType<typeof useText>, attention: HomeAttention): Line[] {
  const {
    stalled,
    unreachable,
    complaints,
    disputes,
    alreadyPaid,
    broken,
    failed,
    callbacks,
    colleaguesLate,
    imports,
    importsWaiting,
    bankEntries,
  } = attention
  const { barred, barredSoon, debtHelpReached, privacy, complianceFile } = attention
  const isLate = complaints?.confirmBefore != null && new Date(complaints.confirmBefore) <= new Date()
  return [
    ...(complaints === null
      ? []
      : [
          {
            ...({
              key: 'complaints',
              tone: isLate ? 'error' : 'warning',
              icon: 'result',
              badge: t('home.attention.complaint.badge'),
            } as const),
            text: complaintText(t, complaints, isLate),
            action: t('home.attention.complaint.action'),
            to: paths.arrangements({ tab: 'complaints', kind: 'complaint' }),
          },
        ]),
    ...(alreadyPaid === 0
      ? []
      : [
          {
            ...({ key: 'alreadyPaid', tone: 'warning', icon: 'payment', badge: t('home.attention.alreadyPaid.badge') } as const),
            text: t('home.attention.alreadyPaid.text', { count: alreadyPaid }),
            action: t('home.attention.alreadyPaid.action'),
            to: paths.arrangements({ tab: 'complaints', kind: 'paid' }),
          },
        ]),
    ...(disputes === 0
      ? []
      : [
          {
            ...({ key: 'disputes', tone: 'warning', icon: 'ban', badge: t('home.attention.dispute.badge') } as const),
            text: t('home.attention.dispute.text', { count: disputes }),
            action: t('home.attention.dispute.action'),
            to: paths.arrangements({ tab: 'complaints', kind: 'dispute' }),
          },
        ]),
    ...(privacy === null
      ? []
      : [
          {
            ...({
              key: 'privacy',
              tone: privacy.first < todayInAmsterdam() ? 'error' : 'warning',
              icon: 'fingerprint',
              badge: t('home.attention.privacy.badge'),
            } as const),
            text: t(privacy.first < todayInAmsterdam() ? 'home.attention.privacy.late' : 'home.attention.privacy.text', {
              count: privacy.count,
              day: formatPlainDay(privacy.first),
            }),
            action: t('home.attention.privacy.action'),
            to: paths.privacy(),
          },
        ]),
    ...(complianceFile === null
      ? []
      : [
          {
            ...({
              key: 'complianceFile',
              tone: complianceFile.overdue > 0 ? 'error' : 'warning',
              icon: 'shield',
              badge: t('home.attention.complianceFile.badge'),
            } as const),
            text: fileText(t, complianceFile),
            action: t('home.attention.complianceFile.action'),
            to: paths.complianceFile(),
          },
        ]),
    ...(barred === 0
      ? []
      : [
          {
            ...({ key: 'barred', tone: 'error', icon: 'hourglass', badge: t('home.attention.barredSoon.badge') } as const),
            text: t('home.attention.barred', { count: barred, shown: formatNumber(barred) }),
            action: t('home.attention.barredSoon.action'),
            to: paths.figure({ figure: 'barred' }),
          },
        ]),
    ...(barredSoon === null
      ? []
      : [
          {
            ...({ key: 'barredSoon', tone: 'warning', icon: 'hourglass', badge: t('home.attention.barredSoon.badge') } as const),
            text: t('home.attention.barredSoon.text', {
              count: barredSoon.count,
              shown: formatNumber(barredSoon.count),
              first: formatPlainDay(barredSoon.first),
            }),
            action: t('home.attention.barredSoon.action'),
            to: paths.figure({ figure: 'barredSoon' }),
          },
        ]),
    ...(debtHelpReached === 0
      ? []
      : [
          {
            ...({ key: 'debtHelp', tone: 'warning', icon: 'calendar', badge: t('home.attention.debtHelp.badge') } as const),
            text: t('home.attention.debtHelp.text', { count: debtHelpReached, shown: formatNumber(debtHelpReached) }),
            action: t('home.attention.debtHelp.action'),
            to: paths.figure({ figure: 'debtHelpReached' }),
          },
        ]),
    ...stalled.slice(0, 3).map((batch) => ({
      ...({ key: `stalled ${batch.batchID}`, tone: 'error', icon: 'stop', badge: t('home.attention.stalled.badge') } as const),
      text: t(`home.attention.stalled.${batch.reason}`, { name: batch.name }),
      action: t(`home.attention.stalled.actions.${batch.reason}`),
      to: stalledPath(batch),
    })),
    ...unreachable.map(({ batchID, name, reason, count }) => ({
      ...({ key: `unreachable ${batchID} ${reason}`, tone: 'error', icon: 'ban', badge: t('home.attention.unreachable.badge') } as const),
      text: t('home.attention.unreachable.text', {
        name,
        count,
        shown: formatNumber(count),
        reason: lowerFirst(t(`cases.refusals.${reason as RefusalReason}`)),
      }),
      action: t('home.attention.unreachable.action'),
      to: paths.batch(batchID, { tab: 'why', place: 'unreachable', reason }),
    })),
    ...(callbacks === null
      ? []
      : [
          {
            ...({ key: 'callbacks', tone: 'accent', icon: 'phone', badge: t('home.attention.callbacks.badge') } as const),
            text: t('home.attention.callbacks.text', { count: callbacks.count, first: formatMoment(callbacks.first) }),
            action: t('home.attention.callbacks.action'),
            to: paths.arrangements({ tab: 'callbacks' }),
          },
        ]),
    ...(colleaguesLate === null
      ? []
      : [
          {
            ...({ key: 'colleaguesLate', tone: 'warning', icon: 'phone', badge: t('home.attention.callbacks.badge') } as const),
            text: t('home.attention.callbacks.colleagues', { count: colleaguesLate.count, first: formatMoment(colleaguesLate.first) }),
            action: t('home.attention.callbacks.see'),
            to: paths.arrangements({ tab: 'callbacks' }),
          },
        ]),
    ...(broken === 0
      ? []
      : [
          {
            ...({ key: 'broken', tone: 'warning', icon: 'alert', badge: t('home.attention.broken.badge') } as const),
            text: t('home.attention.broken.text', { count: broken }),
            action: t('home.attention.broken.action'),
            to: paths.figure({ figure: 'broken' }),
          },
        ]),
    ...(failed === 0
      ? []
      : [
          {
            ...({ key: 'failed', tone: 'error', icon: 'mail', badge: t('home.attention.failed.badge') } as const),
            text: t('home.attention.failed.text', { count: failed }),
            action: t('home.attention.failed.action'),
            to: paths.figure({ figure: 'failed' }),
          },
        ]),
    ...(bankEntries === 0
      ? []
      : [
          {
            ...({ key: 'bankEntries', tone: 'accent', icon: 'bank', badge: t('home.attention.bankEntries.badge') } as const),
            text: t('home.attention.bankEntries.text', { count: bankEntries, shown: formatNumber(bankEntries) }),
            action: t('home.attention.bankEntries.action'),
            to: paths.statements(),
          },
        ]),
    ...importsWaiting.map(({ importID, fileName, at }) => ({
      ...({ key: `waiting ${importID}`, tone: 'warning', icon: 'upload', badge: t('home.attention.importsWaiting.badge') } as const),
      text: t('home.attention.importsWaiting.text', { fileName, at: formatMoment(at) }),
      action: t('home.attention.importsWaiting.action'),
      to: paths.upload({ importID }),
    })),
    ...imports.map(({ importID, fileName, at }) => ({
      ...({ key: `import ${importID}`, tone: 'error', icon: 'upload', badge: t('home.attention.imports.badge') } as const),
      text: t('home.attention.imports.text', { fileName, at: formatMoment(at) }),
      action: t('home.attention.imports.action'),
      to: paths.upload({ importID }),
    })),
  ]
}

function complaintText(t: ReturnType<typeof useText>, { count, confirmBefore }: NonNullable<HomeAttention['complaints']>, isLate: boolean) {
  if (confirmBefore === null) return t('home.attention.complaint.open', { count })
  return t(isLate ? 'home.attention.complaint.late' : 'home.attention.complaint.confirm', { count, at: formatNextMoment(confirmBefore) })
}

function fileText(t: ReturnType<typeof useText>, { overdue, soon, first }: NonNullable<HomeAttention['complianceFile']>) {
  if (overdue === 0) return t('home.attention.complianceFile.soon', { soon, first: first === null ? '' : formatPlainDay(first) })
  return t(`home.attention.complianceFile.${soon === 0 ? 'overdue' : 'both'}`, { overdue, soon })
}

function stalledPath({ batchID, scriptID, reason }: HomeAttention['stalled'][number]): AppPath {
  if (reason === 'scriptInactive') return paths.script(scriptID)
  return paths.batch(batchID, { tab: reason === 'nothingDue' ? 'why' : 'settings' })
}

const lowerFirst = (words: string) => words.slice(0, 1).toLowerCase() + words.slice(1)
