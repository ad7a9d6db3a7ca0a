import { type Demo, demosPerDay } from '@regie/contract/demos.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { isResultCode } from '@regie/contract/result-codes.ts'
import { paths } from '../../paths.ts'
import { useText } from '../../locales/i18n.tsx'
import { useRight } from '../../session/use-right.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './demos.module.css'
import { useStopDemo } from './demos-data.ts'

/** One's own demos, the newest on top; one that runs can be stopped. */
export function LastDemos({ demos, leftToday }: { demos: readonly Demo[]; leftToday: number }) {
  const t = useText()
  return (
    <Panel
      title={t('demos.last')}
      actions={<span className={styles.about}>{t('demos.left', { left: leftToday, max: demosPerDay })}</span>}
      isFlush
    >
      {demos.length === 0 ? (
        <p className={styles.none}>{t('demos.none')}</p>
      ) : (
        <ul className={styles.scripts}>
          {demos.map((demo) => (
            <DemoLine key={demo.caseID} demo={demo} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function DemoLine({ demo }: { demo: Demo }) {
  const t = useText()
  const stop = useStopDemo()
  const seesCases = useRight(Right.viewCases)
  const { result } = demo
  return (
    <li className={styles.demo}>
      <span className={styles.what}>
        <Badge tone="accent" icon="flask">
          DEMO
        </Badge>
        {seesCases ? <AppLink to={paths.case(demo.caseID)}>{demo.caseNumber}</AppLink> : <span>{demo.caseNumber}</span>}
        <span className={styles.about}>{demo.scriptName}</span>
      </span>
      <span className={styles.about}>
        <Moment at={demo.startedAt} />
      </span>
      <Badge tone={demo.status === 'closed' ? 'neutral' : 'info'} icon={demo.status === 'closed' ? 'lock' : 'play'}>
        {demo.status !== 'closed'
          ? t('demos.running')
          : result !== null && isResultCode(result)
            ? t(`cases.results.${result}`)
            : t('demos.ended')}
      </Badge>
      <AppLink to={paths.demo(demo.scriptID, { demo: demo.caseID })} label={t('demos.watchNamed', { number: demo.caseNumber })}>
        {t('demos.watch')}
      </AppLink>
      {demo.status !== 'closed' && (
        <IconButton
          icon="stop"
          label={t('demos.stopNamed', { number: demo.caseNumber })}
          onPress={() => void stop.mutateAsync({ params: { caseID: demo.caseID } }).catch(() => undefined)}
        />
      )}
    </li>
  )
}
