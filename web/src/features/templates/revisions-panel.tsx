import type { Locale } from '@regie/contract/locale.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { TemplateDetail, TemplateRevisionRow } from '@regie/contract/templates.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import styles from './templates.module.css'
import { useKeepTemplate, useRestore, useRevision, useRevisions } from './templates-data.ts'
import type { TemplateDraft } from './use-template-draft.ts'
import { wordDifference } from './word-difference.ts'
import { wordsOf } from './written-words.ts'
import { personName } from '../../session/people.ts'

const looks = {
  active: { tone: 'success', icon: 'check' },
  draft: { tone: 'accent', icon: 'edit' },
  archived: { tone: 'neutral', icon: 'history' },
} as const

type RevisionsPanelProps = { template: TemplateDetail; draft: TemplateDraft; locale: Locale }

/** Who sent which text from when; each can be compared with what is written now, and taken over into the draft. Of the active one nothing differs until one writes. */
export function RevisionsPanel({ template, draft, locale }: RevisionsPanelProps) {
  const t = useText()
  const query = useRevisions(template.templateID)
  const [shown, setShown] = useState<number | null>(null)
  if (query.data === undefined) return <NotLoaded query={query} lines={6} />
  return (
    <ol className={styles.revisions} aria-label={t('templates.revisions.label')}>
      {query.data.map((revision) => (
        <li key={revision.revisionID}>
          <div className={styles.tools}>
            <strong>{t('templates.states.no', { no: revision.no })}</strong>
            <Badge {...looks[revision.state]}>{t(`templates.revisions.${revision.state}`)}</Badge>
          </div>
          <div className={styles.soft}>
            <Moment at={revision.at} /> · {personName(revision.by) || t('templates.revisions.bySystem')}
          </div>
          {revision.note !== '' && <p className={styles.note}>{revision.note}</p>}
          {revision.state !== 'draft' && !(revision.state === 'active' && draft.state === 'none') && (
            <RevisionTools
              template={template}
              draft={draft}
              locale={locale}
              revision={revision}
              isShown={shown === revision.revisionID}
              onShow={(isShown) => setShown(isShown ? revision.revisionID : null)}
            />
          )}
        </li>
      ))}
    </ol>
  )
}

type RevisionToolsProps = RevisionsPanelProps & { revision: TemplateRevisionRow; isShown: boolean; onShow: (isShown: boolean) => void }

function RevisionTools({ template, draft, locale, revision, isShown, onShow }: RevisionToolsProps) {
  const t = useText()
  const restore = useRestore()
  const keepTemplate = useKeepTemplate(template.templateID)
  const params = { templateID: template.templateID, revisionID: revision.revisionID }
  const isBusy = draft.state === 'unsaved' || draft.state === 'saving'
  const take = async () => {
    const restored = await restore.mutateAsync({ params, body: { version: draft.version, liveNo: template.liveNo } }).catch(() => null)
    if (!restored) return
    keepTemplate(restored)
    notify(t('templates.revisions.restored', { no: revision.no }))
  }
  return (
    <>
      <div className={styles.revisionTools}>
        <Button kind="quiet" onPress={() => onShow(!isShown)}>
          {t(isShown ? 'templates.revisions.hide' : 'templates.revisions.compare')}
        </Button>
        <Can right={Right.changeTemplates} refusal={isBusy ? t('templates.actions.saveFirst') : undefined}>
          {(reason) => (
            <Button kind="quiet" reason={reason} isBusy={restore.isPending} onPress={() => void take()}>
              {t('templates.revisions.restore')}
            </Button>
          )}
        </Can>
      </div>
      {restore.error !== null && <FailureText failure={restore.error} />}
      {isShown && <Difference {...params} draft={draft} locale={locale} />}
    </>
  )
}

type DifferenceProps = { templateID: number; revisionID: number; draft: TemplateDraft; locale: Locale }

function Difference({ templateID, revisionID, draft, locale }: DifferenceProps) {
  const t = useText()
  const query = useRevision(templateID, revisionID)
  if (query.data === undefined) return <NotLoaded query={query} lines={3} />
  const parts = wordDifference(wordsOf(query.data.written, locale), wordsOf(draft.content.written, locale))
  if (parts.every(({ kind }) => kind === 'same')) return <p className={styles.soft}>{t('templates.revisions.same')}</p>
  return (
    <p className={styles.difference} aria-label={t('templates.revisions.difference')}>
      {parts.map(({ kind, text }, at) =>
        kind === 'same' ? <span key={at}>{text}</span> : kind === 'added' ? <ins key={at}>{text}</ins> : <del key={at}>{text}</del>,
      )}
    </p>
  )
}
