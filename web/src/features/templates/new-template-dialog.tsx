import type { TemplateDetail, TemplateKind } from '@regie/contract/templates.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CheckInput } from '../../ui/toggles.tsx'
import { TemplateParts } from './template-parts.tsx'
import { useCreateTemplate } from './templates-data.ts'

type NewTemplateProps = {
  customerID: number
  kind: TemplateKind
  copyOf: TemplateDetail | null
  onDone: (made: TemplateDetail) => void
  onClose: () => void
}

/** A new template, empty or with the text of another. */
export function NewTemplateDialog({ customerID, kind, copyOf, onDone, onClose }: NewTemplateProps) {
  const t = useText()
  const create = useCreateTemplate()
  const [parts, setParts] = useState({
    name: copyOf === null ? '' : t('templates.new.copyName', { name: copyOf.name }).slice(0, 100),
    description: copyOf?.description ?? '',
    group: copyOf?.group ?? '',
  })
  const [section, setSection] = useState(copyOf?.section ?? false)
  return (
    <ConfirmDialog
      isOpen
      title={t(copyOf === null ? 'templates.new.title' : 'templates.new.copyTitle')}
      verb={t('templates.new.verb')}
      isDisabled={parts.name.trim() === ''}
      fields={['name']}
      onConfirm={async () => {
        onDone(await create.mutateAsync({ body: { customerID, kind, section, copyOf: copyOf?.templateID ?? null, ...parts } }))
      }}
      onClose={onClose}
    >
      {(faultAt) => (
        <>
          <TemplateParts parts={parts} faultAt={faultAt} onChange={setParts} />
          <CheckInput
            label={t('templates.new.section')}
            help={t('templates.new.sectionHelp')}
            value={section}
            isDisabled={copyOf !== null}
            onChange={setSection}
          />
        </>
      )}
    </ConfirmDialog>
  )
}
