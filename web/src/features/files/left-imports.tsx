import type { LeftImport } from '@regie/contract/files.ts'
import { useState } from 'react'
import { formatDate, formatMoment, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './files.module.css'
import { isWorking, useCancelImport, useLeftImports } from './import-data.ts'

/** The files that have no end yet, whatever browser they were begun in: one's own to go on with or to drop, those of colleagues to know of. */
export function LeftImports({ customerID }: { customerID: number }) {
  const t = useText()
  const left = useLeftImports(customerID)
  const [dropped, setDropped] = useState<LeftImport | null>(null)
  const cancel = useCancelImport()
  if (left.length === 0) return null
  return (
    <Panel title={t('files.left.title')} isFlush>
      <ul className={styles.left}>
        {left.map((one) => (
          <li key={one.importID} data-left={one.importID}>
            <Icon name="file" />
            <div className={styles.leftWords}>
              <strong>{one.fileName}</strong>
              <span className={styles.quiet}>
                {one.isMine ? '' : `${whose(t, one)} · `}
                {one.scriptName} · {t('files.left.uploaded', { at: formatMoment(one.uploadedAt) })}
                {one.status === 'importing' ? '' : ` · ${t('files.left.keptUntil', { day: formatDate(one.keptUntil) })}`}
              </span>
            </div>
            <LeftState left={one} />
            <span className={styles.leftActions}>
              {(one.isMine || one.isOfNobody) && one.status !== 'importing' && (
                <Button kind="quiet" onPress={() => setDropped(one)}>
                  {t('files.left.drop')}
                  <span className="visually-hidden"> {one.fileName}</span>
                </Button>
              )}
              {(one.isMine || one.isOfNobody) && (
                <AppLink to={paths.upload({ importID: one.importID })} label={t('files.left.goOnWith', { fileName: one.fileName })}>
                  {t('files.left.goOn')}
                </AppLink>
              )}
            </span>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={dropped !== null}
        title={t('files.left.dropTitle', { fileName: dropped?.fileName ?? '' })}
        verb={t('files.left.drop')}
        kind="danger"
        onConfirm={() => cancel.mutateAsync({ params: { importID: dropped?.importID ?? 0 } })}
        onClose={() => setDropped(null)}
      >
        {t('files.left.dropText')}
      </ConfirmDialog>
    </Panel>
  )
}

function whose(t: ReturnType<typeof useText>, { by, isOfNobody }: LeftImport) {
  if (isOfNobody) return t('files.left.ofNobody')
  return by === '' ? t('files.left.ofColleague') : t('files.left.of', { name: by })
}

function whoIsWaitedFor(t: ReturnType<typeof useText>, { by, isMine, isOfNobody }: LeftImport) {
  if (isMine || isOfNobody) return t('files.left.waits')
  return by === '' ? t('files.left.waitsForColleague') : t('files.left.waitsFor', { name: by })
}

/** What the file waits for: the server, or an answer, and which. */
function LeftState({ left }: { left: LeftImport }) {
  const t = useText()
  const { status, checked, missing, isMine } = left
  const waits = (
    <Badge tone={isMine ? 'warning' : 'neutral'} icon={isMine ? 'alert' : 'clock'}>
      {whoIsWaitedFor(t, left)}
    </Badge>
  )
  if (isWorking(status))
    return (
      <Badge tone="info" icon="clock">
        {t(status === 'importing' ? 'files.left.importing' : 'files.left.checking')}
      </Badge>
    )
  if (status === 'mapping')
    return (
      <span className={styles.leftState}>
        {waits}
        <span className={styles.quiet}>{missing.map((what) => t(`files.missing.${what}`)).join(' · ')}</span>
      </span>
    )
  const { rows, invalid } = checked ?? { rows: 0, invalid: 0 }
  return (
    <span className={styles.leftState}>
      {waits}
      <span className={styles.quiet}>
        {t('files.left.checked', { count: rows, total: formatNumber(rows) })}
        {' · '}
        {invalid > 0 ? t('files.left.invalid', { count: invalid, total: formatNumber(invalid) }) : t('files.left.ready')}
      </span>
    </span>
  )
}
