import { type JobName, jobNames, type JobSetAside } from '@regie/contract/system.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Line, LineList, LineNote } from '../../ui/line-list.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useDiscardJob, useJobsSetAside, useRetryJob } from './jobs-data.ts'

type Action = 'retry' | 'discard'

/** The jobs that are not tried any more: what, when, why and how often, and what may be done about it. */
export function JobsSetAside() {
  const t = useText()
  const [asked, setAsked] = useState<{ action: Action; job: JobSetAside } | null>(null)
  return (
    <Loaded query={useJobsSetAside()}>
      {(jobs) =>
        jobs.length === 0 ? (
          <EmptyState icon="check" title={t('jobs.empty.title')} text={t('jobs.empty.text')} />
        ) : (
          <Panel title={t('jobs.list', { count: jobs.length })} isFlush>
            <LineList>
              {jobs.map((job) => (
                <JobLine key={job.id} job={job} onAsk={(action) => setAsked({ action, job })} />
              ))}
            </LineList>
            {asked !== null && <JobQuestion {...asked} onClose={() => setAsked(null)} />}
          </Panel>
        )
      }
    </Loaded>
  )
}

function JobLine({ job, onAsk }: { job: JobSetAside; onAsk: (action: Action) => void }) {
  const t = useText()
  const name = useJobName(job)
  const { reason, attempts, at, noRetry } = job
  return (
    <Line
      name={name}
      badges={
        <Badge tone={reason === 'failed' ? 'warning' : 'error'} icon="alert">
          {t(`jobs.reasons.${reason}`)}
        </Badge>
      }
      actions={<JobButtons name={name} noRetry={noRetry} onAsk={onAsk} />}
    >
      <LineNote>
        <Moment at={at} /> · {t('jobs.attempts', { count: attempts })}
      </LineNote>
      <LineNote>{t(`jobs.explained.${reason}`)}</LineNote>
      {noRetry !== null && <LineNote>{t(`jobs.noRetry.${noRetry}`)}</LineNote>}
    </Line>
  )
}

type JobButtonsProps = Pick<JobSetAside, 'noRetry'> & { name: string; onAsk: (action: Action) => void }

function JobButtons({ name, noRetry, onAsk }: JobButtonsProps) {
  const t = useText()
  return (
    <>
      <Can right={Right.systemStatus} refusal={noRetry === null ? undefined : t(`jobs.noRetry.${noRetry}`)}>
        {(refusal) => (
          <Button reason={refusal} onPress={() => onAsk('retry')}>
            {t('jobs.retry.verb')}
            <span className="visually-hidden">: {name}</span>
          </Button>
        )}
      </Can>
      <Can right={Right.systemStatus}>
        {(refusal) => (
          <Button kind="quiet" reason={refusal} onPress={() => onAsk('discard')}>
            {t('jobs.discard.verb')}
            <span className="visually-hidden">: {name}</span>
          </Button>
        )}
      </Can>
    </>
  )
}

function JobQuestion({ action, job, onClose }: { action: Action; job: JobSetAside; onClose: () => void }) {
  const t = useText()
  const name = useJobName(job)
  const retry = useRetryJob()
  const discard = useDiscardJob()
  async function confirm() {
    await (action === 'retry' ? retry : discard).mutateAsync({ params: { jobID: job.id } })
    notify(t(`jobs.${action}.done`, { name }))
  }
  return (
    <ConfirmDialog
      isOpen
      title={t(`jobs.${action}.title`, { name })}
      verb={t(`jobs.${action}.verb`)}
      kind={action === 'retry' ? 'main' : 'danger'}
      onConfirm={confirm}
      onClose={onClose}
    >
      {t(`jobs.${action}.text`)}
    </ConfirmDialog>
  )
}

/** What a job does and to what: "Bestand importeren (import 7, klant 1)". */
function useJobName({ name, about }: JobSetAside): string {
  const t = useText()
  const kind = (jobNames as readonly string[]).includes(name) ? t(`jobs.names.${name as JobName}`) : name
  const ids = aboutKeys.flatMap((key) => (about[key] === undefined ? [] : [`${t(`jobs.about.${key}`)} ${about[key]}`]))
  return ids.length === 0 ? kind : `${kind} (${ids.join(', ')})`
}

const aboutKeys = ['importId', 'bulkId', 'feedbackId', 'messageId', 'customerId'] as const
