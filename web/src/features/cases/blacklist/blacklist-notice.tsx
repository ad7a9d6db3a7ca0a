import { type BlacklistEntry, blacklistApi } from '@regie/contract/blacklist.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { useApi, useApiChange } from '../../../api/use-api.ts'
import { formatDate } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { useLiveUpdates } from '../../../live/use-live-updates.ts'
import { paths } from '../../../paths.ts'
import { Can } from '../../../session/can.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { TextAreaInput } from '../../../ui/inputs.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { listingReason } from '../../../locales/listing-words.ts'
import styles from '../case-work.module.css'

/** What of this case's addresses stands on the blacklist, why and until when; who holds the right takes an entry off. */
export function BlacklistNotice({ caseID }: { caseID: number }) {
  const t = useText()
  useLiveUpdates({ topic: 'case', caseID }, [blacklistApi.ofCase])
  const { data: entries = [] } = useApi(blacklistApi.ofCase, { params: { caseID } })
  const [asked, setAsked] = useState<BlacklistEntry | null>(null)
  if (entries.length === 0) return null
  return (
    <Notice tone="warning" icon="ban" title={t('cases.blacklist.title')}>
      <ul className={styles.stack}>
        {entries.map((entry) => (
          <li key={entry.blacklistID}>
            <Entry entry={entry} caseID={caseID} />{' '}
            <Can right={Right.removeFromBlacklist}>
              {(reason) => (
                <Button kind="quiet" reason={reason} onPress={() => setAsked(entry)}>
                  {t('cases.blacklist.remove')}
                </Button>
              )}
            </Can>
          </li>
        ))}
      </ul>
      {asked !== null && <RemoveDialog caseID={caseID} entry={asked} onClose={() => setAsked(null)} />}
    </Notice>
  )
}

function Entry({ entry, caseID }: { entry: BlacklistEntry; caseID: number }) {
  const t = useText()
  const { value, reason, addedBy, addedAt, expiresAt, fromCase, scope, script } = entry
  const words = { value, reason: listingReason(t, reason), name: addedBy, at: formatDate(addedAt) }
  return (
    <>
      {t(addedBy === '' ? 'cases.blacklist.byItself' : 'cases.blacklist.entry', words)}{' '}
      {expiresAt === null ? t('cases.blacklist.forever') : t('cases.blacklist.until', { at: formatDate(expiresAt) })}
      {scope !== 'customer' && ` · ${t(`cases.blacklist.scopes.${scope}`, { name: script?.name ?? '' })}`}
      {fromCase !== null && fromCase.caseID !== caseID && (
        <>
          {' · '}
          <AppLink to={paths.case(fromCase.caseID)}>{t('cases.number', { caseNumber: fromCase.caseNumber })}</AppLink>
        </>
      )}
    </>
  )
}

function RemoveDialog({ caseID, entry, onClose }: { caseID: number; entry: BlacklistEntry; onClose: () => void }) {
  const t = useText()
  const remove = useApiChange(blacklistApi.remove, { refresh: [blacklistApi.ofCase, caseApi.timeline, caseActionApi.permission] })
  const [reason, setReason] = useState('')
  return (
    <ConfirmDialog
      isOpen
      title={t('cases.blacklist.question', { value: entry.value })}
      verb={t('cases.blacklist.verb')}
      kind="danger"
      isDisabled={reason.trim() === ''}
      onConfirm={() => remove.mutateAsync({ params: { caseID, blacklistID: entry.blacklistID }, body: { reason: reason.trim() } })}
      onClose={onClose}
    >
      <p>{t('cases.blacklist.warning')}</p>
      <TextAreaInput label={t('cases.blacklist.why')} isRequired maxLength={500} value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}
