import { type TemplateBlock, templateBlocksMax } from '@regie/contract/template-blocks.ts'
import type { TemplateDetail } from '@regie/contract/templates.ts'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { Slice } from '@tiptap/pm/model'
import { useEffect, useRef } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { FieldMenu } from '../field-menu.tsx'
import { blockIcons, blockTypes, newBlock } from '../new-block.ts'
import { BlockHandle } from './block-handle.tsx'
import { blocksOf, pageOf, withSafeAddresses } from './mail-document.ts'
import { mailExtensions } from './mail-nodes.ts'
import { SectionsOfMail } from './piece-view.tsx'
import styles from './writing.module.css'

type MailWriterProps = {
  blocks: readonly TemplateBlock[]
  template: TemplateDetail
  isReadOnly: boolean
  onChange: (blocks: TemplateBlock[]) => void
}

/** An e-mail as one text from top to bottom: words, with buttons, images and sections between them. */
export function MailWriter({ blocks, template, isReadOnly, onChange }: MailWriterProps) {
  const t = useText()
  const sheet = useRef<HTMLDivElement>(null)
  const written = useRef(blocks)
  // What was written and has not come back yet: while somebody types fast an older one comes back, which must not replace the newer.
  const onTheWay = useRef<(readonly TemplateBlock[])[]>([])
  const output = useRef('')
  const editor = useEditor({
    // The policy of our pages refuses style elements; the few rules stand in our own file.
    injectCSS: false,
    editable: !isReadOnly,
    extensions: mailExtensions,
    content: pageOf(blocks),
    editorProps: {
      attributes: { 'aria-label': t('templates.blocks.label'), role: 'textbox', 'aria-multiline': 'true', class: styles.page ?? '' },
      transformPasted: ({ content, openStart, openEnd }) => new Slice(withSafeAddresses(content), openStart, openEnd),
      // The editor would keep Esc to itself; it belongs to the dialog around, if there is one.
      handleDOMEvents: { keydown: (_, { key }) => key === 'Escape' },
    },
    onCreate: ({ editor: begun }) => {
      output.current = JSON.stringify(blocksOf(begun.state.doc, blocks))
    },
    onUpdate: ({ editor: changed }) => {
      const made = blocksOf(changed.state.doc, written.current)
      const words = JSON.stringify(made)
      // The empty line that comes below a button at the first press changes nothing of what is sent.
      if (words === output.current) return
      output.current = words
      written.current = made
      onTheWay.current.push(made)
      onChange(made)
    },
  })
  useEffect(() => {
    const at = onTheWay.current.indexOf(blocks)
    onTheWay.current = at < 0 ? [] : onTheWay.current.slice(at + 1)
    // Anything else comes from elsewhere, such as an older revision.
    if (!editor || at >= 0 || blocks === written.current) return
    written.current = blocks
    editor.commands.setContent(pageOf(blocks), { emitUpdate: false })
    output.current = JSON.stringify(blocksOf(editor.state.doc, blocks))
  }, [blocks, editor])
  useEffect(() => editor?.setEditable(!isReadOnly, false), [editor, isReadOnly])
  if (!editor) return null
  return (
    <SectionsOfMail value={template.sections}>
      <div className={styles.writer}>
        {!isReadOnly && <WriterTools editor={editor} template={template} isFull={blocks.length >= templateBlocksMax} />}
        <div ref={sheet} className={styles.sheet}>
          {!isReadOnly && <BlockHandle editor={editor} sheet={sheet} />}
          {blocks.length === 0 && <p className={styles.empty}>{t('templates.blocks.empty')}</p>}
          <EditorContent editor={editor} />
        </div>
      </div>
    </SectionsOfMail>
  )
}

const toolKeys = ['heading', 'bold', 'italic', 'bulletList'] as const

function WriterTools({ editor, template, isFull }: { editor: Editor; template: TemplateDetail; isFull: boolean }) {
  const t = useText()
  const active = useEditorState({
    editor,
    selector: ({ editor: asked }) => toolKeys.filter((key) => asked.isActive(key)),
  })
  const run = () => editor.chain().focus()
  const tools = {
    heading: { label: t('templates.blocks.types.heading'), press: () => run().toggleNode('heading', 'paragraph').run() },
    bold: { label: t('templates.rich.bold'), press: () => run().toggleBold().run() },
    italic: { label: t('templates.rich.italic'), press: () => run().toggleItalic().run() },
    bulletList: { label: t('templates.rich.list'), press: () => run().toggleBulletList().run() },
  }
  const types = blockTypes.filter((type) => type !== 'text' && type !== 'heading' && (type !== 'section' || template.sections.length > 0))
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('templates.rich.tools')}>
      {toolKeys.map((key) => (
        <button
          key={key}
          type="button"
          className={styles.tool}
          data-tool={key}
          aria-pressed={active.includes(key)}
          onClick={tools[key].press}
        >
          {tools[key].label}
        </button>
      ))}
      <FieldMenu fields={template.fields} isDisabled={false} onInsert={(place) => run().insertContent(place).run()} />
      <Menu
        label={t('templates.blocks.add')}
        trigger={
          <Button icon={<Icon name="plus" size={16} />} reason={isFull ? t('templates.blocks.full') : undefined}>
            {t('templates.blocks.piece')}
          </Button>
        }
        items={types.map((type) => ({
          key: type,
          label: t(`templates.blocks.types.${type}`),
          icon: blockIcons[type],
          onPress: () => insertPiece(editor, newBlock(type, template, t('templates.blocks.payLabel'))),
        }))}
      />
    </div>
  )
}

/** Below where somebody writes, or in place of an empty line. */
function insertPiece(editor: Editor, block: TemplateBlock) {
  const { $to, to } = editor.state.selection
  const isEmptyLine = $to.depth === 1 && $to.parent.content.size === 0
  const after = $to.depth > 0 ? $to.after(1) : to
  const from = isEmptyLine ? $to.before(1) : after
  const node = block.type === 'divider' ? { type: 'horizontalRule' } : { type: 'piece', attrs: { block } }
  editor.chain().focus().insertContentAt({ from, to: after }, node).setNodeSelection(from).run()
}
