import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Popover } from '../../ui/menu.tsx'
import { SaveInto } from './save-into.tsx'
import type { OpenView } from './use-open-view.ts'
import { ViewDialog, type ViewQuestion } from './view-dialog.tsx'
import { ViewList } from './view-list.tsx'
import { viewWords } from './view-words.ts'
import styles from './views.module.css'

/** The views of a list by name: two presses open one; below them what can be kept. */
export function ViewMenu({ view }: { view: OpenView }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [question, setQuestion] = useState<ViewQuestion | null>(null)
  const { views, opened, isChanged } = view
  const words = viewWords(view.list)
  if (view.customerID === null || views === undefined) return <div className={styles.place} />
  const ask = (asked: ViewQuestion) => {
    setOpen(false)
    setQuestion(asked)
  }
  const trigger = (
    <Button icon={<Icon name="bookmark" size={16} />} onPress={() => setOpen(!isOpen)}>
      <span className={styles.name}>{opened === null ? t(words.button) : t(words.open, { name: opened.name })}</span>
      {isChanged && <span className={styles.changed}> · {t('views.changed')}</span>}
    </Button>
  )
  return (
    <>
      <Popover label={t(words.title)} isOpen={isOpen} onOpen={setOpen} trigger={trigger}>
        <div className={styles.panel}>
          <ViewList view={view} onClose={() => setOpen(false)} onEdit={(edited) => ask({ kind: 'edit', view: edited })} />
          <div className={styles.keep}>
            {opened !== null && isChanged && opened.mayChange && <SaveInto view={view} opened={opened} onDone={() => setOpen(false)} />}
            <Button icon={<Icon name="plus" size={16} />} onPress={() => ask({ kind: 'add' })}>
              {t(words.saveAs)}
            </Button>
          </div>
        </div>
      </Popover>
      {question !== null && <ViewDialog view={view} question={question} onClose={() => setQuestion(null)} />}
    </>
  )
}
