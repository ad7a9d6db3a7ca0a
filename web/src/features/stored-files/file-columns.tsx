import type { FileTab, StoredFile } from '@regie/contract/stored-files.ts'
import { useMemo } from 'react'
import { errorText } from '../../locales/error-text.ts'
import { formatBytes, formatMoment } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { personName } from '../../session/people.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/column-settings.ts'
import { Icon } from '../../ui/icon.tsx'
import { Moment } from '../../ui/moment.tsx'
import styles from './stored-files.module.css'

/** What a file is, how large, who brought it, how long it is kept, and who took it along. */
export function useFileColumns(tab: FileTab, onTake: (file: StoredFile) => void): readonly Column<StoredFile>[] {
  const t = useText()
  return useMemo(() => {
    const fetchedWords = ({ lastFetches }: StoredFile) =>
      lastFetches
        .map(({ at, by }) =>
          t('storedFiles.fetchedBy', { name: by === '' ? t('storedFiles.nobody') : personName(by), at: formatMoment(at) }),
        )
        .join('\n')
    return [
      {
        key: 'name',
        label: t('storedFiles.fields.name'),
        width: 220,
        takesRest: true,
        sort: 'name',
        // Enter anywhere in the row does the same.
        cell: (file) => (
          <button
            type="button"
            tabIndex={-1}
            className={styles.name}
            aria-label={t('storedFiles.fetchOne', { name: file.name })}
            onClick={() => onTake(file)}
          >
            <Icon name="file" size={16} />
            <strong>{file.name}</strong>
          </button>
        ),
        text: ({ name }) => name,
      },
      { key: 'format', label: t('storedFiles.fields.format'), width: 70, cell: ({ format }) => t(`storedFiles.formats.${format}`) },
      {
        key: 'bytes',
        label: t('storedFiles.fields.bytes'),
        width: 84,
        align: 'right',
        sort: 'bytes',
        cell: ({ bytes, state }) => (state === 'failed' ? '–' : formatBytes(bytes)),
      },
      { key: 'state', label: t('storedFiles.fields.state'), width: 150, cell: (file) => <FileState file={file} /> },
      ...(tab === 'batch'
        ? [
            {
              key: 'batch',
              label: t('storedFiles.fields.batch'),
              width: 92,
              cell: ({ batchID }: StoredFile) =>
                batchID === null ? (
                  '–'
                ) : (
                  <AppLink to={paths.batch(batchID)}>{t('storedFiles.batch', { batchID: String(batchID) })}</AppLink>
                ),
            },
          ]
        : []),
      {
        key: 'by',
        label: t('storedFiles.fields.by'),
        width: 120,
        cell: ({ by }) => (by === '' ? t('storedFiles.nobody') : personName(by)),
      },
      {
        key: 'createdAt',
        label: t('storedFiles.fields.createdAt'),
        width: 106,
        sort: 'createdAt',
        cell: ({ createdAt }) => <Moment at={createdAt} />,
      },
      {
        key: 'expiresAt',
        label: t('storedFiles.fields.expiresAt'),
        width: 112,
        sort: 'expiresAt',
        cell: ({ expiresAt }) => <Moment at={expiresAt} />,
      },
      {
        key: 'fetches',
        label: t('storedFiles.fields.fetches'),
        width: 160,
        cell: (file) => {
          const [last] = file.lastFetches
          if (last === undefined) return t('storedFiles.neverFetched')
          const name = last.by === '' ? t('storedFiles.nobody') : personName(last.by)
          return t('storedFiles.fetched', { count: file.fetches, name, at: formatMoment(last.at) })
        },
        text: fetchedWords,
      },
    ]
  }, [t, tab, onTake])
}

/** Colour, icon and word of how a file stands. */
function FileState({ file: { state, fault, isInUse } }: { file: StoredFile }) {
  const t = useText()
  if (state === 'making')
    return (
      <Badge tone="info" icon="hourglass">
        {t('storedFiles.states.making')}
      </Badge>
    )
  if (state === 'waiting')
    return (
      <Badge tone={fault === null ? 'info' : 'warning'} icon="shield">
        {t(fault === null ? 'storedFiles.states.waiting' : 'storedFiles.states.away')}
      </Badge>
    )
  if (state === 'failed')
    return (
      <Badge tone="error" icon="error" title={errorText(fault ?? 'error.unexpected')}>
        {t('storedFiles.states.failed')}
      </Badge>
    )
  return (
    <Badge tone={isInUse ? 'info' : 'success'} icon={isInUse ? 'clock' : 'check'}>
      {t(isInUse ? 'storedFiles.states.inUse' : 'storedFiles.states.kept')}
    </Badge>
  )
}
