import { Right } from '@regie/contract/right-codes.ts'
import type { TemplateDetail, TemplateFault } from '@regie/contract/templates.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { useRight } from '../../session/use-right.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { ActivateDialog } from './activate-dialog.tsx'
import { NewTemplateDialog } from './new-template-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import styles from './templates.module.css'
import { useArchiveTemplate, useDropDraft, useKeepTemplate } from './templates-data.ts'
import type { TemplateDraft } from './use-template-draft.ts'

type TemplateHeadProps = {
  template: TemplateDetail
  draft: TemplateDraft
  blocking: number
  passable: readonly TemplateFault[]
  onCopied: (templateID: number) => void
}

/** Which template, how its draft stands, and what can be done with it. */
export function TemplateHead({ template, draft, blocking, passable, onCopied }: TemplateHeadProps) {
  const t = useText()
  const [asked, setAsked] = useState<'activate' | 'drop' | 'rename' | 'copy' | 'archive' | null>(null)
  const drop = useDropDraft()
  const archive = useArchiveTemplate()
  const keepTemplate = useKeepTemplate(template.templateID)
  const mayChange = useRight(Right.changeTemplates)
  const params = { templateID: template.templateID }
  const close = () => setAsked(null)
  const isKept = draft.state === 'saved'
  const noDraft = draft.state === 'none' ? t('templates.actions.noChanges') : isKept ? undefined : t('templates.actions.saveFirst')
  const mayPass = useRight(Right.activateParents)
  const stopping = blocking + (mayPass ? 0 : passable.length)
  const refusal = noDraft ?? (stopping > 0 ? t('templates.actions.hasFaults', { count: stopping }) : undefined)
  const noRight = mayChange ? undefined : t('ui.noRight')
  return (
    <header className={styles.head}>
      <div className={styles.naming}>
        <div className={styles.title}>
          <h2 title={template.name}>{template.name}</h2>
          {template.liveNo !== null && (
            <Badge tone="success" icon="check">
              {t('templates.states.live', { no: template.liveNo })}
            </Badge>
          )}
          {draft.version > 0 && (
            <Badge tone="accent" icon="edit">
              {t('templates.states.draft')}
            </Badge>
          )}
          {template.archived && (
            <Badge tone="neutral" icon="inbox">
              {t('templates.states.archived')}
            </Badge>
          )}
        </div>
        <div className={styles.state}>
          {template.description !== '' && <span title={template.description}>{template.description}</span>}
          <strong role="status">{t(`templates.saving.${draft.state}`)}</strong>
        </div>
      </div>
      <div className={styles.tools}>
        {mayChange && (
          <>
            <IconButton
              icon="undo"
              label={t('templates.actions.undo')}
              reason={draft.canUndo ? undefined : t('templates.actions.noUndo')}
              onPress={draft.undo}
            />
            <IconButton
              icon="redo"
              label={t('templates.actions.redo')}
              reason={draft.canRedo ? undefined : t('templates.actions.noRedo')}
              onPress={draft.redo}
            />
          </>
        )}
        <Menu
          label={t('templates.actions.more')}
          trigger={<IconButton icon="more" label={t('templates.actions.more')} onPress={() => undefined} />}
          items={[
            { key: 'rename', label: t('templates.rename.title'), icon: 'edit', onPress: () => setAsked('rename'), reason: noRight },
            { key: 'copy', label: t('templates.new.copyTitle'), icon: 'copy', onPress: () => setAsked('copy'), reason: noRight },
            {
              ...{ key: 'drop', label: t('templates.actions.drop'), icon: 'trash', onPress: () => setAsked('drop') },
              reason: noRight ?? (template.liveNo === null ? t('templates.actions.onlyDraft') : noDraft),
            },
            {
              ...{ key: 'archive', icon: 'inbox', onPress: () => setAsked('archive'), reason: noRight },
              label: t(template.archived ? 'templates.archive.back' : 'templates.archive.verb'),
            },
          ]}
        />
        <Can right={Right.activateTemplates} refusal={refusal}>
          {(reason) => (
            <Button kind="main" reason={reason} onPress={() => setAsked('activate')}>
              {t('templates.actions.activate')}
            </Button>
          )}
        </Can>
      </div>
      {asked === 'activate' && (
        <ActivateDialog
          passable={passable}
          template={template}
          version={draft.version}
          onDone={(activated) => {
            keepTemplate(activated)
            notify(t('templates.activate.done', { no: activated.liveNo ?? 0 }))
            close()
          }}
          onClose={close}
        />
      )}
      {asked === 'rename' && <RenameDialog template={template} onClose={close} />}
      {asked === 'copy' && (
        <NewTemplateDialog
          customerID={template.customerID}
          kind={template.kind}
          copyOf={template}
          onDone={({ templateID }) => {
            close()
            onCopied(templateID)
          }}
          onClose={close}
        />
      )}
      <ConfirmDialog
        isOpen={asked === 'drop'}
        kind="danger"
        title={t('templates.drop.title')}
        verb={t('templates.actions.drop')}
        onConfirm={async () => {
          keepTemplate(await drop.mutateAsync({ params, query: { version: draft.version } }))
          close()
        }}
        onClose={close}
      >
        {t('templates.drop.text')}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'archive'}
        title={t(template.archived ? 'templates.archive.back' : 'templates.archive.verb')}
        verb={t(template.archived ? 'templates.archive.back' : 'templates.archive.verb')}
        onConfirm={async () => {
          keepTemplate(await archive.mutateAsync({ params, body: { archived: !template.archived, version: template.version } }))
          close()
        }}
        onClose={close}
      >
        {t(template.archived ? 'templates.archive.backText' : 'templates.archive.text')}
      </ConfirmDialog>
    </header>
  )
}
