import { type TemplateBlock, templateBlocksMax } from '@regie/contract/template-blocks.ts'
import type { TemplateDetail } from '@regie/contract/templates.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { BlockForm } from './block-form.tsx'
import { blockIcons, blockTypes, newBlock } from './new-block.ts'
import styles from './templates.module.css'

type BlockListProps = {
  blocks: readonly TemplateBlock[]
  template: TemplateDetail
  isReadOnly: boolean
  onChange: (blocks: TemplateBlock[]) => void
}

/** The pieces of an e-mail from top to bottom; each can be moved, changed and taken away by keyboard. */
export function BlockList({ blocks, template, isReadOnly, onChange }: BlockListProps) {
  const t = useText()
  const move = (at: number, by: -1 | 1) => {
    const moved = blocks.filter((_, other) => other !== at)
    const one = blocks[at]
    if (one) onChange(moved.toSpliced(at + by, 0, one))
  }
  const types = blockTypes.filter((type) => type !== 'section' || template.sections.length > 0)
  return (
    <div className={styles.blocks}>
      {blocks.length === 0 && <EmptyState icon="mail" title={t('templates.blocks.empty')} />}
      <ol className={styles.blockList} aria-label={t('templates.blocks.label')}>
        {blocks.map((block, at) => {
          const name = t(`templates.blocks.types.${block.type}`)
          return (
            <li key={block.id} className={styles.block}>
              <div className={styles.blockHead}>
                <Icon name={blockIcons[block.type]} size={16} />
                <strong>{name}</strong>
                <span className={styles.gap} />
                {!isReadOnly && (
                  <>
                    <IconButton
                      icon="arrowUp"
                      label={t('templates.blocks.up', { name })}
                      onPress={() => move(at, -1)}
                      {...(at === 0 && { reason: t('templates.blocks.first') })}
                    />
                    <IconButton
                      icon="arrowDown"
                      label={t('templates.blocks.down', { name })}
                      onPress={() => move(at, 1)}
                      {...(at === blocks.length - 1 && { reason: t('templates.blocks.last') })}
                    />
                    <IconButton
                      icon="trash"
                      label={t('templates.blocks.remove', { name })}
                      onPress={() => onChange(blocks.filter((_, other) => other !== at))}
                    />
                  </>
                )}
              </div>
              <BlockForm
                block={block}
                template={template}
                isReadOnly={isReadOnly}
                onChange={(changed) => onChange(blocks.map((one, other) => (other === at ? changed : one)))}
              />
            </li>
          )
        })}
      </ol>
      {!isReadOnly && (
        <Menu
          label={t('templates.blocks.add')}
          trigger={
            <Button
              icon={<Icon name="plus" size={16} />}
              reason={blocks.length >= templateBlocksMax ? t('templates.blocks.full') : undefined}
            >
              {t('templates.blocks.add')}
            </Button>
          }
          items={types.map((type) => ({
            key: type,
            label: t(`templates.blocks.types.${type}`),
            icon: blockIcons[type],
            onPress: () => onChange([...blocks, newBlock(type, template, t('templates.blocks.payLabel'))]),
          }))}
        />
      )}
    </div>
  )
}
