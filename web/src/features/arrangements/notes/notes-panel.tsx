import type { CaseNote } from '@regie/contract/arrangements.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { NotLoaded } from '../../../ui/loaded.tsx'
import styles from '../arrangements.module.css'
import { useArrangements } from '../arrangements-data.ts'
import { NoteForm } from './note-form.tsx'
import { useRefusal } from '../use-refusal.ts'

// As many as one reads without scrolling past what happened.
const shownMax = 4

/** What staff wrote down about a case, the newest on top, with room for the next. */
export function NotesPanel({ found }: { found: CaseDetail }) {
  const t = useText()
  const query = useArrangements(found.caseID)
  const { data } = query
  const { toNote } = useRefusal(found)
  const [isWhole, setWhole] = useState(false)
  const notes = data?.notes ?? []
  const shown = isWhole ? notes : notes.slice(0, shownMax)
  return (
    <Panel title={t('arrangements.notes.title')}>
      <div className={styles.stack}>
        {toNote === undefined && <NoteForm caseID={found.caseID} />}
        {data === undefined && <NotLoaded query={query} lines={2} />}
        {data !== undefined && notes.length === 0 && toNote !== undefined && <p className={styles.quiet}>{t('arrangements.notes.none')}</p>}
        {shown.length > 0 && (
          <ol className={styles.notes}>
            {shown.map((note) => (
              <NoteItem key={note.noteID} note={note} />
            ))}
          </ol>
        )}
        {notes.length > shown.length && (
          <div>
            <Button kind="quiet" onPress={() => setWhole(true)}>
              {t('arrangements.notes.all', { count: notes.length })}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}

function NoteItem({ note: { text, by, at, mine } }: { note: CaseNote }) {
  const t = useText()
  return (
    <li className={styles.note}>
      <p className={styles.about}>
        <strong>{mine ? t('arrangements.notes.mine') : by}</strong> <Moment at={at} />
      </p>
      <p className={styles.text}>{text}</p>
    </li>
  )
}
