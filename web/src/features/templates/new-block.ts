import type { TemplateBlock } from '@regie/contract/template-blocks.ts'
import type { TemplateDetail } from '@regie/contract/templates.ts'
import type { IconName } from '../../ui/icon.tsx'

export const blockIcons: Record<TemplateBlock['type'], IconName> = {
  heading: 'result',
  text: 'file',
  button: 'link',
  pay: 'payment',
  image: 'eye',
  divider: 'minus',
  section: 'copy',
}
export const blockTypes = ['text', 'heading', 'pay', 'button', 'image', 'divider', 'section'] as const

/** A piece as it begins. */
export function newBlock(type: TemplateBlock['type'], { sections }: TemplateDetail, payLabel: string): TemplateBlock {
  const id = crypto.randomUUID()
  const begins: Record<TemplateBlock['type'], () => TemplateBlock> = {
    heading: () => ({ id, type: 'heading', text: '' }),
    text: () => ({ id, type: 'text', html: '<p></p>' }),
    button: () => ({ id, type: 'button', label: '', href: 'https://' }),
    pay: () => ({ id, type: 'pay', label: payLabel }),
    image: () => ({ id, type: 'image', src: 'https://', alt: '' }),
    divider: () => ({ id, type: 'divider' }),
    section: () => ({ id, type: 'section', key: sections[0]?.key ?? '' }),
  }
  return begins[type]()
}
