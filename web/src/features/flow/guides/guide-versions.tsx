import type { Guide, GuideChange, GuideVersionRow } from '@regie/contract/guides.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { Can } from '../../../session/can.tsx'
import { notify } from '../../../session/notification.tsx'
import { personName } from '../../../session/people.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { NotLoaded } from '../../../ui/loaded.tsx'
import { Moment } from '../../../ui/moment.tsx'
import styles from '../flow.module.css'
import { guideChangeText } from './guide-words.ts'
import { useGuideVersions, useKeepGuide, useRestoreGuide } from './guides-data.ts'

/** Who published which version when, and what changed; each can be published again. */
export function GuideVersions({ guide }: { guide: Guide }) {
  const t = useText()
  const query = useGuideVersions(guide.guideID)
  const restore = useRestoreGuide()
  const keep = useKeepGuide(guide.guideID)
  const [asked, setAsked] = useState<GuideVersionRow | null>(null)
  const { data: versions } = query
  if (versions === undefined) return <NotLoaded query={query} lines={5} />
  if (versions.length === 0) return <p className={styles.soft}>{t('guides.noVersions')}</p>
  return (
    <>
      <ol className={styles.versions} aria-label={t('flow.versions.label')}>
        {versions.map((version) => (
          <li key={version.versionID}>
            <div className={styles.versionHead}>
              <strong>{t('flow.versions.no', { no: version.no })}</strong>
              {version.live && (
                <Badge tone="success" icon="check">
                  {t('guides.published')}
                </Badge>
              )}
              <span className={styles.gap} />
              <Can right={Right.changeScripts} refusal={version.live ? t('guides.isPublished') : undefined}>
                {(reason) => (
                  <Button kind="quiet" reason={reason} onPress={() => setAsked(version)}>
                    {t('flow.versions.restore')}
                  </Button>
                )}
              </Can>
            </div>
            <div className={styles.soft}>
              <Moment at={version.at} /> · {personName(version.by) || t('flow.versions.bySystem')}
            </div>
            {version.note !== '' && <p className={styles.note}>{version.note}</p>}
            <GuideChanges changes={version.changes} />
          </li>
        ))}
      </ol>
      {asked !== null && (
        <ConfirmDialog
          isOpen
          title={t('flow.versions.restoreTitle', { no: asked.no })}
          verb={t('flow.versions.restore')}
          onConfirm={async () => {
            const params = { guideID: guide.guideID, versionID: asked.versionID }
            const restored = await restore.mutateAsync({ params, body: { note: '' } })
            keep(restored)
            notify(t('guides.publish.done', { no: restored.live?.no ?? 0 }))
          }}
          onClose={() => setAsked(null)}
        >
          {t('guides.restoreText', { no: asked.no })}
        </ConfirmDialog>
      )}
    </>
  )
}

/** What changed between two versions, in words. */
export function GuideChanges({ changes }: { changes: readonly GuideChange[] }) {
  const t = useText()
  if (changes.length === 0) return null
  return (
    <ul className={styles.changes} aria-label={t('flow.changes.label')}>
      {changes.map((change, at) => (
        <li key={at}>
          <strong>{change.name}</strong> {guideChangeText(change, t)}
        </li>
      ))}
    </ul>
  )
}
