import { isSafeAddress, type TemplateBlock } from '@regie/contract/template-blocks.ts'
import type { TemplateDetail } from '@regie/contract/templates.ts'
import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import { createContext, use } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SelectInput } from '../../../ui/inputs.tsx'
import { TextInput } from '../../../ui/text-inputs.tsx'
import { blockIcons } from '../new-block.ts'
import styles from './writing.module.css'

type Sections = TemplateDetail['sections']

/** The sections from which a piece may choose. */
export const SectionsOfMail = createContext<Sections>([])

/** A piece as it will look; its fields open below it when it is chosen. */
export function PieceView({ node, selected, editor, getPos, updateAttributes }: NodeViewProps) {
  const t = useText()
  const sections = use(SectionsOfMail)
  const block = node.attrs.block as TemplateBlock
  const name = t(`templates.blocks.types.${block.type}`)
  const choose = () => {
    const at = getPos()
    if (at !== undefined) editor.commands.setNodeSelection(at)
  }
  return (
    <NodeViewWrapper className={styles.piece} data-chosen={selected || undefined} contentEditable={false}>
      <button
        type="button"
        className={styles.look}
        data-type={block.type}
        aria-expanded={selected}
        disabled={!editor.isEditable}
        onClick={choose}
      >
        {block.type !== 'button' && block.type !== 'pay' && <Icon name={blockIcons[block.type]} size={16} />}
        <span className="visually-hidden">{name}: </span>
        <span>{wordsOf(block, sections) || name}</span>
      </button>
      {selected && editor.isEditable && (
        <div className={styles.fields}>
          <PieceFields block={block} sections={sections} onChange={(changed) => updateAttributes({ block: changed })} />
        </div>
      )}
    </NodeViewWrapper>
  )
}

function wordsOf(block: TemplateBlock, sections: Sections): string {
  if (block.type === 'button' || block.type === 'pay') return block.label
  if (block.type === 'image') return block.alt
  return block.type === 'section' ? (sections.find(({ key }) => key === block.key)?.name ?? block.key) : ''
}

type PieceFieldsProps = { block: TemplateBlock; sections: Sections; onChange: (block: TemplateBlock) => void }

function PieceFields({ block, sections, onChange }: PieceFieldsProps) {
  const t = useText()
  const field = (label: string, value: string, change: (value: string) => TemplateBlock, error?: string) => (
    <TextInput label={label} value={value} error={error} onChange={(typed) => onChange(change(typed))} />
  )
  const addressFault = (address: string) => (isSafeAddress(address) ? undefined : t('templates.blocks.addressHelp'))
  switch (block.type) {
    case 'button':
      return (
        <>
          {field(t('templates.blocks.buttonLabel'), block.label, (label) => ({ ...block, label }))}
          {field(t('templates.blocks.address'), block.href, (href) => ({ ...block, href }), addressFault(block.href))}
        </>
      )
    case 'pay':
      return field(t('templates.blocks.buttonLabel'), block.label, (label) => ({ ...block, label }))
    case 'image':
      return (
        <>
          {field(t('templates.blocks.address'), block.src, (src) => ({ ...block, src }), addressFault(block.src))}
          {field(t('templates.blocks.alt'), block.alt, (alt) => ({ ...block, alt }))}
        </>
      )
    case 'section': {
      const known = sections.map(({ key, name, liveNo }) => ({
        value: key,
        label: liveNo === null ? name : t('templates.blocks.sectionNo', { name, no: liveNo }),
      }))
      const options = known.some(({ value }) => value === block.key) ? known : [...known, { value: block.key, label: block.key }]
      return (
        <SelectInput
          label={t('templates.blocks.types.section')}
          value={block.key}
          options={options}
          onChange={(key) => onChange({ ...block, key })}
        />
      )
    }
    case 'heading':
    case 'text':
    case 'divider':
      return null
  }
}
