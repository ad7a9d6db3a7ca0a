import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TemplateEditor } from './template-editor.tsx'
import { useImpact, useTemplate } from './templates-data.ts'

type TextInPlaceProps = {
  templateID: number
  /** The script from which it is opened: the others that send it are named. */
  scriptID: number
  onOpen: (templateID: number) => void
  onClose: () => void
}

/** A text with all of its editor, over the screen where somebody met it. */
export function TextInPlace({ templateID, scriptID, onOpen, onClose }: TextInPlaceProps) {
  const t = useText()
  const template = useTemplate(templateID)
  const [isUnsaved, setUnsaved] = useState(false)
  const impact = useImpact(templateID)
  const others = impact.data?.scripts.filter((script) => script.scriptID !== scriptID) ?? []
  return (
    <Dialog
      isOpen
      size="full"
      title={t('templates.inPlace.title', { name: template.data?.name ?? '' })}
      isUnsaved={isUnsaved}
      onClose={onClose}
    >
      {others.length > 0 && (
        <Notice tone="warning" icon="alert" isLine title={t('templates.inPlace.alsoIn', { count: others.length })}>
          {others.map(({ name }) => name).join(', ')}. {t('templates.inPlace.alsoText')}
        </Notice>
      )}
      <TemplateEditor templateID={templateID} onCopied={onOpen} onUnsaved={setUnsaved} />
    </Dialog>
  )
}
