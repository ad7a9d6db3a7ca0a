import type { StaffRecord } from '@regie/contract/compliance-file.ts'
import { useState } from 'react'
import { formatPlainDay } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ChipChoice } from '../../ui/chip-choice.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Line, LineList, LineNote } from '../../ui/line-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import { asksAttention } from './asks-attention.ts'
import styles from './compliance-file.module.css'
import { DueBadge } from './due-badge.tsx'

const waits = ({ vogState, trainingState }: StaffRecord) => asksAttention(vogState) || asksAttention(trainingState)

/** Everybody who works for the customer, with what the file has of them. */
export function StaffList({ staff, onOpen }: { staff: readonly StaffRecord[]; onOpen: (userID: number) => void }) {
  const t = useText()
  const [shown, setShown] = useState<'all' | 'waiting'>('all')
  const waiting = staff.filter(waits)
  const rows = shown === 'all' ? staff : waiting
  return (
    <Panel title={t('complianceFile.staff.title')} isFlush>
      <div className={styles.choice}>
        <ChipChoice
          label={t('complianceFile.staff.show')}
          value={shown}
          onChange={(key) => setShown(key === 'waiting' ? key : 'all')}
          options={[
            { value: 'all', label: t('complianceFile.staff.all', { count: staff.length }) },
            { value: 'waiting', label: t('complianceFile.staff.waiting', { count: waiting.length }) },
          ]}
        />
      </div>
      {rows.length === 0 ? (
        <p className={styles.nothing} role="status">
          {t('complianceFile.staff.nothing')}
        </p>
      ) : (
        <LineList>
          {rows.map((one) => (
            <Line
              key={one.userID}
              name={one.name}
              badges={<StaffBadges record={one} />}
              actions={
                <IconButton icon="edit" label={t('complianceFile.staff.changeOf', { name: one.name })} onPress={() => onOpen(one.userID)} />
              }
            >
              <StaffNotes record={one} />
            </Line>
          ))}
        </LineList>
      )}
    </Panel>
  )
}

function StaffBadges({ record: { vogState, trainingState } }: { record: StaffRecord }) {
  const t = useText()
  if (vogState === null || trainingState === null) return <Badge icon="minus">{t('complianceFile.staff.noCollector')}</Badge>
  return (
    <>
      <DueBadge about={t('complianceFile.staff.vog')} state={vogState} />
      <DueBadge about={t('complianceFile.staff.training')} state={trainingState} />
    </>
  )
}

function StaffNotes({ record }: { record: StaffRecord }) {
  const t = useText()
  const { jobTitle, vogOn, vogDue, trainingLevel, trainedOn, refreshedOn, refresherDue, collects } = record
  const day = formatPlainDay
  const words = [
    jobTitle,
    vogOn === null ? '' : t('complianceFile.staff.vogOn', { day: day(vogOn) }),
    vogDue === null || !collects ? '' : t('complianceFile.staff.vogDue', { day: day(vogDue) }),
    trainingLevel === null || trainedOn === null
      ? ''
      : t('complianceFile.staff.trained', { level: t(`complianceFile.levels.${trainingLevel}`), day: day(trainedOn) }),
    refreshedOn === null ? '' : t('complianceFile.staff.refreshed', { day: day(refreshedOn) }),
    refresherDue === null || !collects ? '' : t('complianceFile.staff.refresherDue', { day: day(refresherDue) }),
  ].filter((word) => word !== '')
  return words.length === 0 ? null : <LineNote>{words.join(' · ')}</LineNote>
}
