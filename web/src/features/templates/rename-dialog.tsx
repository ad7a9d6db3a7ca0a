import type { TemplateDetail } from '@regie/contract/templates.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TemplateParts } from './template-parts.tsx'
import { useChangeTemplate } from './templates-data.ts'

/** Another name, group or description; the scripts that send it know it by its key, which stays. */
export function RenameDialog({ template, onClose }: { template: TemplateDetail; onClose: () => void }) {
  const t = useText()
  const change = useChangeTemplate()
  const { templateID, version, name, description, group } = template
  const [parts, setParts] = useState({ name, description, group })
  return (
    <ConfirmDialog
      isOpen
      title={t('templates.rename.title')}
      verb={t('templates.rename.verb')}
      isDisabled={parts.name.trim() === ''}
      fields={['name']}
      onConfirm={async () => {
        await change.mutateAsync({ params: { templateID }, body: { ...parts, version } })
        onClose()
      }}
      onClose={onClose}
    >
      {(faultAt) => <TemplateParts parts={parts} faultAt={faultAt} onChange={setParts} />}
    </ConfirmDialog>
  )
}
