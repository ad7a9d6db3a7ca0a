import type { demoApi } from '@regie/contract/demos.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { paths } from '../../paths.ts'
import { useText } from '../../locales/i18n.tsx'
import { EmptyToFill } from '../../session/empty-to-fill.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import styles from './demos.module.css'
import { useDemos } from './demos-data.ts'
import { LastDemos } from './last-demos.tsx'

/** The scripts of a customer that one can show, and what one showed before. */
export function DemoScripts({ customerID }: { customerID: number }) {
  const t = useText()
  const query = useDemos(customerID)
  const { data } = query
  if (!data) return <NotLoaded query={query} lines={6} />
  if (data.scripts.length === 0)
    return (
      <EmptyToFill
        icon="script"
        title={t('demos.noScripts.title')}
        text={t('demos.noScripts.text')}
        right={Right.changeScripts}
        action={<AppLink to={paths.scripts()}>{t('menu.screens.scripts')}</AppLink>}
      />
    )
  return (
    <div className={styles.columns}>
      <Panel title={t('demos.scripts')} isFlush>
        <ul className={styles.scripts}>
          {data.scripts.map((script) => (
            <ScriptLine key={script.scriptID} script={script} />
          ))}
        </ul>
      </Panel>
      <LastDemos demos={data.demos} leftToday={data.leftToday} />
    </div>
  )
}

function ScriptLine({ script }: { script: ResponseOf<typeof demoApi.list>['scripts'][number] }) {
  const t = useText()
  return (
    <li>
      <AppLink to={paths.demo(script.scriptID)} className={styles.script}>
        <strong>{script.name}</strong>
        <span className={styles.about}>{t('demos.steps', { count: script.steps })}</span>
        {!script.active && (
          <Badge tone="neutral" icon="pause">
            {t('demos.inactive')}
          </Badge>
        )}
      </AppLink>
    </li>
  )
}
