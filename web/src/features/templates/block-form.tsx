import { isSafeAddress, type TemplateBlock } from '@regie/contract/template-blocks.ts'
import type { TemplateDetail } from '@regie/contract/templates.ts'
import { useText } from '../../locales/i18n.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { RichText } from './rich-text.tsx'
import styles from './templates.module.css'

type BlockFormProps = {
  block: TemplateBlock
  template: TemplateDetail
  isReadOnly: boolean
  onChange: (block: TemplateBlock) => void
}

/** The fields of one piece. */
export function BlockForm({ block, template, isReadOnly, onChange }: BlockFormProps) {
  const t = useText()
  const addressFault = (address: string) => (isSafeAddress(address) ? undefined : t('templates.blocks.addressHelp'))
  const field = (label: string, value: string, change: (value: string) => TemplateBlock, error?: string) => (
    <TextInput label={label} value={value} isDisabled={isReadOnly} error={error} onChange={(typed) => onChange(change(typed))} />
  )
  switch (block.type) {
    case 'heading':
      return field(t('templates.blocks.text'), block.text, (text) => ({ ...block, text }))
    case 'text':
      return (
        <RichText
          label={t('templates.blocks.types.text')}
          html={block.html}
          fields={template.fields}
          isReadOnly={isReadOnly}
          onChange={(html) => onChange({ ...block, html })}
        />
      )
    case 'button':
      return (
        <div className={styles.pair}>
          {field(t('templates.blocks.buttonLabel'), block.label, (label) => ({ ...block, label }))}
          {field(t('templates.blocks.address'), block.href, (href) => ({ ...block, href }), addressFault(block.href))}
        </div>
      )
    case 'pay':
      return field(t('templates.blocks.buttonLabel'), block.label, (label) => ({ ...block, label }))
    case 'image':
      return (
        <div className={styles.pair}>
          {field(t('templates.blocks.address'), block.src, (src) => ({ ...block, src }), addressFault(block.src))}
          {field(t('templates.blocks.alt'), block.alt, (alt) => ({ ...block, alt }))}
        </div>
      )
    case 'section': {
      const known = template.sections.map(({ key, name, liveNo }) => ({
        value: key,
        label: liveNo === null ? name : t('templates.blocks.sectionNo', { name, no: liveNo }),
      }))
      const options = known.some(({ value }) => value === block.key) ? known : [...known, { value: block.key, label: block.key }]
      return (
        <SelectInput
          label={t('templates.blocks.types.section')}
          value={block.key}
          options={options}
          isDisabled={isReadOnly}
          onChange={(key) => onChange({ ...block, key })}
        />
      )
    }
    case 'divider':
      return null
  }
}
