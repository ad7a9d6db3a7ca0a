import type { SystemStatus } from '@regie/contract/status.ts'
import { formatBytes, formatMoment, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { pathTo } from '../../paths.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Stat, StatRow } from '../../ui/stat.tsx'

/** Processes, database, disk and background work, and where a monitor reads all this. */
export function InstallationPanel({ status }: { status: SystemStatus }) {
  const t = useText()
  const { engines, database, disk, startedAt, version, jobsSetAside } = status
  const alive = engines.filter(({ isAlive }) => isAlive)
  const newest = Math.min(...alive.map(({ seenSeconds }) => seenSeconds))
  const monitor = `${globalThis.location.origin}/api/status`
  return (
    <Panel title={t('status.installation.title')}>
      <Stack isWide>
        <StatRow label={t('status.installation.title')}>
          <Stat
            label={t('status.installation.api')}
            value={t('status.installation.runs')}
            tone="success"
            hint={t('status.installation.started', { moment: formatMoment(startedAt), version })}
          />
          <Stat
            label={t('status.installation.engines')}
            value={alive.length}
            tone={alive.length === 0 ? 'error' : 'success'}
            hint={alive.length === 0 ? t('status.installation.noEngine') : t('status.installation.seen', { count: newest })}
          />
          <Stat
            label={t('status.installation.database')}
            value={formatBytes(database.bytes)}
            hint={t('status.installation.answers', { ms: formatNumber(database.ms) })}
          />
          <Stat
            label={t('status.installation.connections')}
            value={database.connections}
            hint={t('status.installation.of', { most: formatNumber(database.connectionsMax) })}
          />
          {disk !== null && (
            <Stat
              label={t('status.installation.disk')}
              value={formatBytes(disk.freeBytes)}
              hint={t('status.installation.of', { most: formatBytes(disk.totalBytes) })}
            />
          )}
          <Stat label={t('status.installation.jobs')} value={jobsSetAside} hint={t('status.installation.jobsHint')} to={pathTo('jobs')} />
        </StatRow>
        <Notice
          icon="info"
          title={t('status.monitor.title')}
          action={<CopyButton text={monitor} label={t('status.monitor.copy')} copiedLabel={t('status.monitor.copied')} />}
        >
          {t('status.monitor.text')} <code>{monitor}</code>
        </Notice>
      </Stack>
    </Panel>
  )
}
