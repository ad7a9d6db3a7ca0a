import type { demoApi, DemoMoment, DemoRun } from '@regie/contract/demos.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { nameIn } from '@regie/contract/scripts.ts'
import type { ReactNode } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Loaded, NotLoaded } from '../../ui/loaded.tsx'
import { useNow } from '../../ui/use-now.ts'
import { lengthWords, secondsBetween } from './demo-cards.ts'
import { DemoTimeline } from './demo-timeline.tsx'
import styles from './demos.module.css'
import { useDemoRun, useDemoSteps } from './demos-data.ts'

type Templates = ResponseOf<typeof demoApi.steps>['templates']
type Shown = {
  steps: readonly ScriptStep[]
  templates: Templates
  path: readonly string[]
  moments: readonly DemoMoment[]
  isOver: boolean
}
const none: Templates = []
type Picture = (shown: Shown) => ReactNode

/** The script at the left, with the way that the demo takes through it; at the right what the debtor gets. */
export function DemoShow({ caseID, picture }: { caseID: number; picture: Picture }) {
  return (
    <Loaded query={useDemoRun(caseID)} lines={10}>
      {(run) => (
        <div className={styles.show}>
          <div className={styles.picture}>
            <RunPicture run={run} picture={picture} />
          </div>
          <section className={styles.side} aria-labelledby="demo-standing">
            <DemoStanding run={run} />
            <DemoTimeline run={run} />
          </section>
        </div>
      )}
    </Loaded>
  )
}

function RunPicture({ run: { demo, steps, path, moments }, picture }: { run: DemoRun; picture: Picture }) {
  const texts = useDemoSteps(demo.scriptID)
  return picture({ steps, templates: texts.data?.templates ?? none, path, moments, isOver: demo.status === 'closed' })
}

/** The script as it will be shown, beside the question whether to begin. */
export function DemoBefore({ scriptID, picture, children }: { scriptID: number; picture: Picture; children: ReactNode }) {
  const query = useDemoSteps(scriptID)
  return (
    <div className={styles.show}>
      <div className={styles.picture}>
        {query.data === undefined ? (
          <NotLoaded query={query} lines={10} />
        ) : (
          picture({ ...query.data, path: [], moments: [], isOver: false })
        )}
      </div>
      <div className={styles.before}>{children}</div>
    </div>
  )
}

/** Which step it is, and when it goes on. */
function DemoStanding({ run }: { run: DemoRun }) {
  const t = useText()
  const { demo, steps, path, dueAt } = run
  const now = path.at(-1)
  const isOver = demo.status === 'closed'
  return (
    <header className={styles.standing}>
      <h2 id="demo-standing">
        {isOver
          ? t('demos.timeline')
          : now === undefined
            ? t('demos.running')
            : t('demos.atStep', { no: path.length, step: nameIn(steps)(now) })}
      </h2>
      {isOver ? (
        <Badge tone="neutral" icon="result">
          {t('demos.ended')}
        </Badge>
      ) : (
        <Badge tone="info" icon="play">
          {dueAt === null ? t('demos.running') : <GoesOn dueAt={dueAt} />}
        </Badge>
      )}
    </header>
  )
}

function GoesOn({ dueAt }: { dueAt: string }) {
  const t = useText()
  const seconds = secondsBetween(new Date(useNow(500)).toISOString(), dueAt)
  return seconds === 0 ? t('demos.running') : t('demos.goesOn', { length: lengthWords(seconds, 'second') })
}
