import type { TemplateDetail } from '@regie/contract/templates.ts'
import { EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldMenu } from './field-menu.tsx'
import styles from './templates.module.css'

type RichTextProps = {
  label: string
  html: string
  fields: TemplateDetail['fields']
  isReadOnly: boolean
  onChange: (html: string) => void
}

/** Paragraphs with bold, italic, lists and links; what is pasted keeps only these. Undo is that of the whole text. */
export function RichText({ label, html, fields, isReadOnly, onChange }: RichTextProps) {
  const t = useText()
  const editor = useEditor({
    // The policy of our pages refuses style elements; the few rules stand in our own file.
    injectCSS: false,
    editable: !isReadOnly,
    extensions: [
      StarterKit.configure({
        ...{ heading: false, blockquote: false, code: false, codeBlock: false, horizontalRule: false, strike: false, undoRedo: false },
        link: { openOnClick: false, protocols: ['https', 'mailto', 'tel'] },
      }),
    ],
    content: html,
    editorProps: { attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true', class: styles.rich ?? '' } },
    onUpdate: ({ editor: changed }) => onChange(changed.getHTML()),
  })
  useEffect(() => {
    if (editor && editor.getHTML() !== html) editor.commands.setContent(html, { emitUpdate: false })
  }, [html, editor])
  if (!editor) return null
  const run = () => editor.chain().focus()
  return (
    <div className={styles.richBox}>
      {!isReadOnly && (
        <div className={styles.tools} role="toolbar" aria-label={t('templates.rich.tools')}>
          <Button kind="quiet" onPress={() => run().toggleBold().run()}>
            <strong>{t('templates.rich.bold')}</strong>
          </Button>
          <Button kind="quiet" onPress={() => run().toggleItalic().run()}>
            <em>{t('templates.rich.italic')}</em>
          </Button>
          <Button kind="quiet" onPress={() => run().toggleBulletList().run()}>
            {t('templates.rich.list')}
          </Button>
          <FieldMenu fields={fields} isDisabled={false} onInsert={(place) => run().insertContent(place).run()} />
        </div>
      )}
      <EditorContent editor={editor} />
    </div>
  )
}
