import { useText } from '../../locales/i18n.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'

export type Parts = { name: string; description: string; group: string }

/** How a template is called, and where it stands in the list. */
export function TemplateParts({
  parts,
  faultAt,
  onChange,
}: {
  parts: Parts
  faultAt: (field: string) => string | undefined
  onChange: (parts: Parts) => void
}) {
  const t = useText()
  return (
    <>
      <TextInput
        label={t('templates.parts.name')}
        isRequired
        maxLength={100}
        error={faultAt('name')}
        value={parts.name}
        onChange={(name) => onChange({ ...parts, name })}
      />
      <TextInput
        label={t('templates.parts.group')}
        help={t('templates.parts.groupHelp')}
        maxLength={60}
        value={parts.group}
        onChange={(group) => onChange({ ...parts, group })}
      />
      <TextAreaInput
        label={t('templates.parts.description')}
        maxLength={500}
        rows={2}
        value={parts.description}
        onChange={(description) => onChange({ ...parts, description })}
      />
    </>
  )
}
