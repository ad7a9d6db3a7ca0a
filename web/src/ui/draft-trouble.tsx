import { useText } from '../locales/i18n.tsx'
import { Button } from './button.tsx'
import styles from './draft-trouble.module.css'
import { FailureText } from './failure-text.tsx'
import { Notice } from './notice.tsx'
import type { KeptDraft } from './use-kept-draft.ts'

type DraftTroubleProps = {
  draft: Pick<KeptDraft<unknown, unknown>, 'theirs' | 'failure' | 'takeTheirs' | 'keepMine' | 'retry'>
  /** Of a colleague's newer draft: what happened, what it means, and the two ways on. */
  words: { title: string; text: string; theirs: string; mine: string }
}

/** What keeps a draft from being saved: a colleague's newer one, to be taken or written over, or a refusal. */
export function DraftTrouble({ draft: { theirs, failure, takeTheirs, keepMine, retry }, words }: DraftTroubleProps) {
  const t = useText()
  return (
    <>
      {theirs !== null && (
        <Notice
          tone="warning"
          icon="users"
          isAlert
          title={words.title}
          action={
            <div className={styles.row}>
              <Button onPress={takeTheirs}>{words.theirs}</Button>
              <Button kind="main" onPress={keepMine}>
                {words.mine}
              </Button>
            </div>
          }
        >
          {words.text}
        </Notice>
      )}
      {failure !== null && (
        <div className={styles.row}>
          <FailureText failure={failure} />
          <Button onPress={retry}>{t('ui.retry')}</Button>
        </div>
      )}
    </>
  )
}
