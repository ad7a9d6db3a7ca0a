import type { ReactNode } from 'react'
import { saveFile } from '../../../api/download.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { csvOf } from './result-parts.ts'
import styles from './results.module.css'

type ChartPanelProps = {
  title: string
  /** All its numbers, for the file. */
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** What stands there while there is nothing to compare. */
  nothing: string
  fileName: string
  children: ReactNode
}

/** Numbers that are drawn and can be read, and all of them as a file. */
export function ChartPanel({ title, head, rows, nothing, fileName, children }: ChartPanelProps) {
  const t = useText()
  const isEmpty = rows.length === 0
  const save = () => saveFile(new Blob([csvOf([head, ...rows])], { type: 'text/csv' }), `${fileName}.csv`)
  const actions = !isEmpty && (
    <Button kind="quiet" icon={<Icon name="download" size={16} />} onPress={save}>
      {t('batches.results.charts.csv')}
    </Button>
  )
  return (
    <Panel title={title} actions={actions}>
      {isEmpty ? <p className={styles.nothing}>{nothing}</p> : children}
    </Panel>
  )
}
