import { Right } from '@regie/contract/right-codes.ts'
import type { TemplateDetail, TemplateFault } from '@regie/contract/templates.ts'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { useText } from '../../locales/i18n.tsx'
import { useRight } from '../../session/use-right.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CheckInput } from '../../ui/toggles.tsx'
import { FaultList } from './fault-list.tsx'
import styles from './templates.module.css'
import { useActivate, useImpact } from './templates-data.ts'

type ActivateProps = {
  template: TemplateDetail
  /** What it may be sent with all the same, if somebody says why. */
  passable: readonly TemplateFault[]
  version: number
  onDone: (template: TemplateDetail) => void
  onClose: () => void
}

/** What it touches stands there before it is done. */
export function ActivateDialog({ template, passable, version, onDone, onClose }: ActivateProps) {
  const t = useText()
  const { templateID } = template
  const activate = useActivate()
  const mayParents = useRight(Right.activateParents)
  const impact = useImpact(templateID)
  const [note, setNote] = useState('')
  const [pass, setPass] = useState(false)
  const mustPass = passable.length > 0
  const [parents, setParents] = useState(false)
  return (
    <ConfirmDialog
      isOpen
      title={t('templates.activate.title', { name: template.name })}
      verb={t('templates.actions.activate')}
      fields={['note']}
      isDisabled={impact.data === undefined || (mustPass && (!pass || note.trim() === ''))}
      onConfirm={async () => onDone(await activate.mutateAsync({ params: { templateID }, body: { version, note, parents, pass } }))}
      onClose={onClose}
    >
      {impact.data === undefined ? (
        <NotLoaded query={impact} lines={4} />
      ) : (
        <div className={styles.options}>
          <p>{t(template.section ? 'templates.activate.section' : 'templates.activate.text')}</p>
          <ul className={styles.impact}>
            <li>
              {t('templates.activate.scripts', { count: impact.data.scripts.length })}{' '}
              {impact.data.scripts.map(({ scriptID, name }) => (
                <AppLink key={scriptID} to={paths.script(scriptID)}>
                  {name}
                </AppLink>
              ))}
            </li>
            <li>{t('templates.activate.batches', { batches: impact.data.batches, cases: impact.data.openCases })}</li>
            <li>{t('templates.activate.queued', { count: impact.data.queued })}</li>
            {template.section && (
              <li>
                {t('templates.activate.parents', { count: impact.data.parents.length })}{' '}
                {impact.data.parents.map(({ name }) => name).join(', ')}
              </li>
            )}
          </ul>
          {impact.data.parents.length > 0 && (
            <CheckInput
              label={t('templates.activate.withParents')}
              help={mayParents ? t('templates.activate.withParentsHelp') : t('ui.noRight')}
              isDisabled={!mayParents}
              value={parents}
              onChange={setParents}
            />
          )}
          {mustPass && (
            <>
              <Notice tone="error" icon="alert" title={t('templates.activate.faults', { count: passable.length })}>
                <FaultList faults={passable} isOneLanguage={new Set(passable.map((fault) => fault.locale)).size === 1} />
              </Notice>
              <CheckInput label={t('templates.activate.pass')} help={t('templates.activate.passHelp')} value={pass} onChange={setPass} />
            </>
          )}
          <TextAreaInput
            label={t(mustPass ? 'templates.activate.reason' : 'templates.activate.note')}
            isRequired={mustPass}
            value={note}
            maxLength={500}
            rows={2}
            onChange={setNote}
          />
        </div>
      )}
    </ConfirmDialog>
  )
}
