import type { CaseDetail } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { ReopenCaseDialog } from '../features/cases/actions/reopen-case-dialog.tsx'
import { CaseBadges, CaseMoney } from '../features/cases/case-head.tsx'
import { useCase } from '../features/cases/cases-data.ts'
import styles from '../features/inbox/inbox.module.css'
import { useText } from '../locales/i18n.tsx'
import { paths } from '../paths.ts'
import { Can } from '../session/can.tsx'
import { AppLink } from '../ui/app-link.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { KeyValueList } from '../ui/key-value-list.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Notice } from '../ui/notice.tsx'

/** To a closed case nothing is sent: said before anybody types, with the way out. */
export function ClosedCase({ found }: { found: CaseDetail }) {
  const t = useText()
  const [isAsked, setAsked] = useState(false)
  return (
    <Notice
      icon="info"
      title={t('cases.refusals.caseClosed')}
      action={
        <Can right={Right.closeCases}>
          {(reason) => (
            <Button icon={<Icon name="reopen" size={16} />} reason={reason} onPress={() => setAsked(true)}>
              {t('cases.reopen.verb')}
            </Button>
          )}
        </Can>
      }
    >
      {t('inbox.closedCase')}
      {isAsked && <ReopenCaseDialog found={found} onClose={() => setAsked(false)} />}
    </Notice>
  )
}

/** The case that a conversation is about, beside it: what is open, how it stands, and the way to it. */
export function CaseBeside({ caseID }: { caseID: number }) {
  const t = useText()
  const query = useCase(caseID)
  return (
    <Loaded query={query} lines={6}>
      {(found) => (
        <div className={styles.case}>
          <h2>{t('inbox.case')}</h2>
          <CaseMoney found={found} />
          <div className={styles.actions}>
            <CaseBadges found={found} />
          </div>
          <KeyValueList
            items={[
              { key: 'number', label: t('cases.columns.caseNumber'), value: <AppLink to={paths.case(caseID)}>{found.caseNumber}</AppLink> },
              { key: 'name', label: t('cases.columns.name'), value: found.name },
              {
                key: 'batch',
                label: t('cases.columns.batch'),
                value: <AppLink to={paths.batch(found.batchID)}>{found.batchName}</AppLink>,
              },
              { key: 'attempts', label: t('cases.columns.attempts'), value: found.attempts },
            ]}
          />
          <AppLink to={paths.case(caseID)}>{t('inbox.openCase')}</AppLink>
        </div>
      )}
    </Loaded>
  )
}
