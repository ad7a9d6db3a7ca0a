import { type ComplianceFile, complianceFileApi, type StaffRecord } from '@regie/contract/compliance-file.ts'
import { useState } from 'react'
import { useApi } from '../../api/use-api.ts'
import { formatPlainDay } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { KeyValueList } from '../../ui/key-value-list.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ComplaintYears } from './complaint-years.tsx'
import styles from './compliance-file.module.css'
import { DueBadge } from './due-badge.tsx'
import { FileFigures } from './file-figures.tsx'
import { StaffDialog } from './staff-dialog.tsx'
import { StaffList } from './staff-list.tsx'
import { TermsDialog } from './terms-dialog.tsx'

type Props = { customerID: number; userID: number | null; onUser: (userID: number | null) => void }

/** What an inspector of the Wki asks for: the registration, every member of staff, and how complaints were handled. */
export function ComplianceFileBoard({ customerID, userID, onUser }: Props) {
  const t = useText()
  const query = useApi(complianceFileApi.get, { params: { customerID } })
  return (
    <Loaded query={query} lines={10}>
      {(file) => {
        const person = file.staff.find((one) => one.userID === userID)
        return (
          <div className={styles.board}>
            {file.changedAt === null && (
              <Notice tone="warning" icon="alert" title={t('complianceFile.never.title')}>
                {t('complianceFile.never.text')}
              </Notice>
            )}
            <FileFigures file={file} />
            <div className={styles.halves}>
              <Registration file={file} />
              <Panel title={t('complianceFile.complaints.title')}>
                <ComplaintYears years={file.years} days={file.complaintDays} />
              </Panel>
            </div>
            <StaffPanel staff={file.staff} onOpen={onUser} />
            {person !== undefined && (
              <StaffDialog customerID={customerID} record={person} today={file.today} onClose={() => onUser(null)} />
            )}
          </div>
        )
      }}
    </Loaded>
  )
}

function StaffPanel({ staff, onOpen }: { staff: readonly StaffRecord[]; onOpen: (userID: number) => void }) {
  const t = useText()
  if (staff.length > 0) return <StaffList staff={staff} onOpen={onOpen} />
  return (
    <Panel title={t('complianceFile.staff.title')}>
      <EmptyState icon="users" title={t('complianceFile.staff.none')} text={t('complianceFile.staff.noneText')} />
    </Panel>
  )
}

function Registration({ file }: { file: ComplianceFile }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { wkiNumber, renewBefore, registrationState, registrationWarnDays, vogMonths, refresherMonths, warnDays, complaintDays } = file
  return (
    <Panel
      title={t('complianceFile.registration.title')}
      actions={<Button onPress={() => setOpen(true)}>{t('complianceFile.change')}</Button>}
    >
      <KeyValueList
        items={[
          { key: 'number', label: t('complianceFile.registration.number'), value: wkiNumber || '–' },
          {
            ...{ key: 'renew', label: t('complianceFile.registration.renewBefore') },
            value: (
              <span className={styles.together}>
                {renewBefore === null ? '–' : formatPlainDay(renewBefore)} <DueBadge state={registrationState} />
              </span>
            ),
          },
          {
            key: 'warn',
            label: t('complianceFile.terms.registrationWarn'),
            value: t('complianceFile.terms.days', { count: registrationWarnDays }),
          },
          {
            ...{ key: 'vog', label: t('complianceFile.terms.vog') },
            value: vogMonths === null ? t('complianceFile.terms.never') : t('complianceFile.terms.months', { count: vogMonths }),
          },
          {
            key: 'refresher',
            label: t('complianceFile.terms.refresher'),
            value: t('complianceFile.terms.months', { count: refresherMonths }),
          },
          { key: 'staffWarn', label: t('complianceFile.terms.staffWarn'), value: t('complianceFile.terms.days', { count: warnDays }) },
          { key: 'complaint', label: t('complianceFile.terms.complaint'), value: t('complianceFile.terms.days', { count: complaintDays }) },
        ]}
      />
      {isOpen && <TermsDialog file={file} onClose={() => setOpen(false)} />}
    </Panel>
  )
}
