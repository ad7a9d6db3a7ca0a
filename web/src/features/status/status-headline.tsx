import type { StatusProblem, SystemStatus } from '@regie/contract/status.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { formatMoment } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { type AppPath, paths, pathTo } from '../../paths.ts'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Line, LineList, LineNote } from '../../ui/line-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './status.module.css'
import { useTestProvider } from './status-data.ts'

const looks = {
  ok: { tone: 'success', icon: 'check' },
  warning: { tone: 'warning', icon: 'alert' },
  failing: { tone: 'error', icon: 'error' },
} as const

/** Whether all works; else what does not, since when, and what to do about it. */
export function StatusHeadline({ status: { state, problems } }: { status: SystemStatus }) {
  const t = useText()
  const { tone, icon } = looks[state]
  const worst = problems.filter((one) => one.state === state)
  const since = worst
    .map((one) => one.since)
    .reduce((one, other) => (one === null || other === null ? null : one < other ? one : other), worst[0]?.since ?? null)
  return (
    <div className={styles.stack}>
      <div className={styles.headline} data-tone={tone} role="status">
        <Icon name={icon} size={28} />
        <div>
          <strong>{t(`status.headline.${state}`, { count: worst.length })}</strong>
          <div className={styles.quiet}>
            {since === null ? t(`status.headline.${state}Text`) : t('status.since', { moment: formatMoment(since) })}
          </div>
        </div>
      </div>
      {problems.length > 0 && (
        <Panel title={t('status.problems')} isFlush>
          <LineList>
            {problems.map((problem) => (
              <ProblemLine key={`${problem.kind} ${problem.channel} ${problem.batch?.id} ${problem.provider?.id}`} problem={problem} />
            ))}
          </LineList>
        </Panel>
      )}
    </div>
  )
}

function ProblemLine({ problem }: { problem: StatusProblem }) {
  const t = useText()
  const { kind, state, since, count, channel, batch, provider } = problem
  const words = {
    count: count ?? 0,
    channel: channel === null ? '' : t(`cases.channels.${channel}`),
    batch: batch?.name ?? '',
    provider: provider === null ? '' : provider.name === '' ? t('status.ownProvider') : provider.name,
  }
  return (
    <Line
      name={t(`status.kinds.${kind}`, words)}
      badges={
        <Badge tone={looks[state].tone} icon={looks[state].icon}>
          {t(`status.states.${state}`)}
        </Badge>
      }
      actions={<ProblemAction problem={problem} />}
    >
      <LineNote>
        {since !== null && `${t('status.since', { moment: formatMoment(since) })} · `}
        {t(`status.todo.${kind}`, words)}
      </LineNote>
    </Line>
  )
}

function ProblemAction({ problem: { kind, batch, provider } }: { problem: StatusProblem }) {
  const t = useText()
  if (provider !== null && provider.id !== null) return <TestButton providerID={provider.id} name={provider.name} />
  const to = kind === 'late' && batch !== null ? paths.batch(batch.id) : screenOf[kind]
  return to === undefined ? null : (
    <AppLink to={to} className={styles.button}>
      {t(
        `status.go.${kind === 'late' ? 'batch' : kind === 'jobsSetAside' ? 'jobs' : kind === 'maintenance' ? 'maintenance' : 'providers'}`,
      )}
    </AppLink>
  )
}

const screenOf: Partial<Record<StatusProblem['kind'], AppPath>> = {
  jobsSetAside: pathTo('jobs'),
  maintenance: pathTo('maintenance'),
  providerFailing: paths.providers(),
  mailboxSilent: paths.providers(),
}

/** Connects to a provider without sending anything, and says how that went. */
function TestButton({ providerID, name }: { providerID: number; name: string }) {
  const t = useText()
  const test = useTestProvider()
  const run = async () => {
    const { testFault } = await test.mutateAsync({ params: { providerID } })
    notify(testFault === null ? t('status.test.good', { name }) : t('status.test.bad', { name, fault: t(`status.faults.${testFault}`) }))
  }
  return (
    <>
      <Can right={Right.changeProviders}>
        {(reason) => (
          <Button reason={reason} isBusy={test.isPending} onPress={() => void run().catch(() => undefined)}>
            {t('status.test.verb')}
            <span className="visually-hidden">: {name}</span>
          </Button>
        )}
      </Can>
      <AppLink to={paths.providers()} className={styles.button}>
        {t('status.go.providers')}
      </AppLink>
    </>
  )
}
