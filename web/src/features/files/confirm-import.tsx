import type { Import } from '@regie/contract/files.ts'
import { useState } from 'react'
import { formatDate, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { CheckInput } from '../../ui/toggles.tsx'
import styles from './files.module.css'
import { useConfirmImport } from './import-data.ts'

const nameCharsMax = 120

/** The last question; its button says how many cases it makes. */
export function ConfirmImport({ found, count, updated }: { found: Import; count: number; updated: number }) {
  const t = useText()
  const confirm = useConfirmImport()
  const [name, setName] = useState(() => nameOf(found.fileName))
  const [startLater, setStartLater] = useState(false)
  const [isTouched, setTouched] = useState(false)
  const isNameless = name.trim() === ''
  if (count + updated === 0)
    return (
      <Notice tone="info" icon="info" title={t('files.confirm.nothing')}>
        {t('files.confirm.nothingText')}
      </Notice>
    )
  return (
    <Panel title={t('files.confirm.title')}>
      <form
        className={styles.confirm}
        noValidate
        aria-label={t('files.confirm.title')}
        onSubmit={(event) => {
          event.preventDefault()
          setTouched(true)
          if (!isNameless) confirm.mutate({ params: { importID: found.importID }, body: { name: name.trim(), startLater } })
        }}
      >
        <TextInput
          label={t('files.confirm.name')}
          isRequired
          maxLength={nameCharsMax}
          value={name}
          onChange={setName}
          onBlur={() => setTouched(true)}
          error={isTouched && isNameless ? t('files.confirm.nameless') : undefined}
        />
        <CheckInput
          label={t('files.confirm.startLater')}
          help={t('files.confirm.startLaterHelp')}
          value={startLater}
          onChange={setStartLater}
        />
        {confirm.error !== null && <FailureText failure={confirm.error} />}
        <div>
          <Button kind="main" type="submit" icon={<Icon name="upload" size={16} />} isBusy={confirm.isPending}>
            {count === 0
              ? t('files.confirm.updateVerb', { count: updated, total: formatNumber(updated) })
              : t('files.confirm.verb', { count, total: formatNumber(count) })}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

function nameOf(fileName: string): string {
  return `${fileName.replace(/\.[^.]+$/, '')} ${formatDate(new Date().toISOString())}`.slice(0, nameCharsMax)
}
