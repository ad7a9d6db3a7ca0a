import { type ReactNode, Suspense } from 'react'
import { saveFile } from '../../../api/download.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { csvOf } from './result-parts.ts'
import styles from './results.module.css'

type ChartPanelProps = {
  title: string
  /** Read aloud in place of the drawing. */
  words: string
  height: number
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** What stands there while there is nothing to compare. */
  nothing: string
  fileName: string
  children: ReactNode
}

/** A chart, its numbers as a table beneath it, and both as a file. */
export function ChartPanel({ title, words, height, head, rows, nothing, fileName, children }: ChartPanelProps) {
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
      {isEmpty ? (
        <p className={styles.nothing}>{nothing}</p>
      ) : (
        <>
          <div style={{ height }} role="group" aria-label={words}>
            <Suspense fallback={<Skeleton lines={4} />}>{children}</Suspense>
          </div>
          <ScrollRegion className={`${styles.tableBox} fades-aside`} label={t('batches.results.charts.table', { title })}>
            <table className={styles.table}>
              <caption className="visually-hidden">{title}</caption>
              <thead>
                <tr>
                  {head.map((word) => (
                    <th key={word} scope="col">
                      {word}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(([name, ...cells]) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    {cells.map((cell, at) => (
                      <td key={head[at + 1]}>{cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        </>
      )}
    </Panel>
  )
}
