import { changesOfGuide, checkGuide } from '@regie/contract/guide-rules.ts'
import type { Guide } from '@regie/contract/guides.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { Can } from '../../../session/can.tsx'
import { notify } from '../../../session/notification.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { TextAreaInput } from '../../../ui/inputs.tsx'
import styles from '../flow.module.css'
import { GuideChanges } from './guide-versions.tsx'
import { type GuideDraft, useDropGuideDraft, useKeepGuide, usePublishGuide } from './guides-data.ts'

type GuideHeadProps = { guide: Guide; draft: GuideDraft }

/** What is published, whether it leads calls, and how the draft stands. */
export function GuideBadges({ guide: { live, isDefault }, draft }: GuideHeadProps) {
  const t = useText()
  return (
    <>
      <Badge tone={live === null ? 'neutral' : 'success'} icon={live === null ? 'edit' : 'check'}>
        {live === null ? t('guides.neverPublished') : t('guides.publishedNo', { no: live.no })}
      </Badge>
      {isDefault && (
        <Badge tone="info" icon="headset">
          {t('guides.isDefault')}
        </Badge>
      )}
      {draft.version > 0 && (
        <Badge tone="accent" icon="edit">
          {t('flow.states.draft')}
        </Badge>
      )}
    </>
  )
}

/** Publishing the draft, or throwing it away. */
export function GuideActions({ guide, draft }: GuideHeadProps) {
  const t = useText()
  const [asked, setAsked] = useState<'publish' | 'drop' | null>(null)
  const [note, setNote] = useState('')
  const drop = useDropGuideDraft()
  const publish = usePublishGuide()
  const keep = useKeepGuide(guide.guideID)
  const params = { guideID: guide.guideID }
  const faults = checkGuide(draft.pieces, guide)
  const noDraft = draft.state === 'none' ? t('flow.actions.noChanges') : draft.state === 'saved' ? undefined : t('flow.actions.saveFirst')
  const onlyDraft = guide.live === null ? t('refusals.guide.onlyDraft') : undefined
  const close = () => setAsked(null)
  return (
    <>
      <Can right={Right.changeScripts} refusal={noDraft ?? onlyDraft}>
        {(reason) => (
          <Button reason={reason} onPress={() => setAsked('drop')}>
            {t('flow.actions.drop')}
          </Button>
        )}
      </Can>
      <Can right={Right.changeScripts} refusal={noDraft ?? (faults.length > 0 ? t('flow.actions.hasFaults') : undefined)}>
        {(reason) => (
          <Button kind="main" reason={reason} onPress={() => setAsked('publish')}>
            {t('guides.publish.verb')}
          </Button>
        )}
      </Can>
      <ConfirmDialog
        isOpen={asked === 'publish'}
        title={t('guides.publish.title', { name: guide.name })}
        verb={t('guides.publish.verb')}
        onConfirm={async () => {
          const published = await publish.mutateAsync({ params, body: { version: draft.version, note } })
          keep(published)
          setNote('')
          notify(t('guides.publish.done', { no: published.live?.no ?? 0 }))
        }}
        onClose={close}
      >
        <div className={styles.form}>
          <p>{t('guides.publish.text')}</p>
          <GuideChanges changes={guide.live === null ? [] : changesOfGuide(guide.live.pieces, draft.pieces)} />
          <TextAreaInput label={t('flow.activate.note')} value={note} maxLength={500} rows={2} onChange={setNote} />
        </div>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'drop'}
        kind="danger"
        title={t('flow.drop.title')}
        verb={t('flow.actions.drop')}
        onConfirm={async () => keep(await drop.mutateAsync({ params }))}
        onClose={close}
      >
        {t('guides.dropText')}
      </ConfirmDialog>
    </>
  )
}
